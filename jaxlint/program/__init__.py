"""The program model: modules lowered to a small language, linked into a project."""
