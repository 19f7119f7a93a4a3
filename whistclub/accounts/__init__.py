"""Users and signing in; independent of clubs and games."""
