"""What a project configures: settings, which files are meant, and which are left out."""
