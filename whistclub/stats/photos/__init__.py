"""Photos of evenings: organisers add them, and everyone who sees the names of an evening sees its photos.

The words below a photo are its caption. Other pictures of the site are drawn.
"""
