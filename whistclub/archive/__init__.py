"""A club's data moving in and out: documents, tables for spreadsheets, the bin."""
