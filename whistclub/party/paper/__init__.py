"""Pages to print: table cards, seating list, score sheets, standings. Made for A4 and Letter."""
