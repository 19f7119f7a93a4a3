"""What an organiser sees and does at the desk of a party."""
