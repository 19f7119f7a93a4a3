"""whistclub: score-keeper and party manager for Minnesota Whist and its relatives, played with real cards."""
