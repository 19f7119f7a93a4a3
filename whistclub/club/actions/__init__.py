"""What changes a club: one verb a function, each in its own transaction."""
