"""The rules card: what a table needs to know to play, in sentences written only from the options."""
