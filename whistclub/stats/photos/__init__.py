"""Photos of evenings: organisers add them, and whoever sees the names of an evening sees its photos."""
