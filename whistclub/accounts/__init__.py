"""The user who signs in. Knows no club and no whist."""
