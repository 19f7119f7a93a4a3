"""What anyone with the link sees of a party; a draft and money are in none of it."""
