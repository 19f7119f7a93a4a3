"""What changes games. Each verb opens the transaction, locks the game first, and raises its revision."""
