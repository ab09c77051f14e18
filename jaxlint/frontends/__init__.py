"""What every front end shares: a job in, a result out; the Python API and the flake8 plugin."""
