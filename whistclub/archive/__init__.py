"""A club's data moving in and out: documents, tables for spreadsheets, the bin.

Words:
    notebook: a list of past games, a line each, that becomes games of the club
    import: players or past games brought in by a list, in one step that can be undone
"""
