"""A club's data moving in and out: lists, tables for spreadsheets, calendars, what is held about a person, the bin."""
