"""Pages for the people who keep score: the printed card of a table, and the way from one round's pad to the next."""
