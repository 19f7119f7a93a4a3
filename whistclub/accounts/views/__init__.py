"""Pages of accounts, by what a person comes for."""
