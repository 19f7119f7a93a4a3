"""The page on which owners change what is true of the whole club."""
