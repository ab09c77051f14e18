"""Diagnostics: rules, findings, and which of them are shown."""
