"""Actions on a club: one function each, in its own transaction."""
