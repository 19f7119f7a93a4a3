"""Backups of the whole site, all its clubs: made, kept for a time, looked into, and restored."""
