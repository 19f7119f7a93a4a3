"""Photos of evenings: organisers add them, and everyone who sees the names of an evening sees its photos."""
