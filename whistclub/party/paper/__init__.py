"""Pages to print for a party: one record each in `documents.py`. Made for A4 and Letter."""
