"""How people move from round to round of a party: one module for each movement, one small protocol."""
