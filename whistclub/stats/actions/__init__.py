"""Every write of statistics. Called inside the transaction of what is told."""
