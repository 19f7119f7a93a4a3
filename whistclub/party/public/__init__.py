"""The public pages of a party, for anyone with the link: seats, tables, standings, rules."""
