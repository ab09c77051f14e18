"""What maintainers run: ``python -m tools --help`` lists it. Nothing here is installed."""
