"""Pages of games, one module for each audience."""
