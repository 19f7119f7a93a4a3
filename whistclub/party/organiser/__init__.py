"""The organiser’s pages of a party: set-up, check-in, tables, standings, log."""
