"""Sources as bytes and text: files, notebooks, limits, and writing back."""
