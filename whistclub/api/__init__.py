"""A club's data for other programs: read-only JSON behind a token, and its evenings as a calendar."""
