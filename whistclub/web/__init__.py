"""What pages share and that knows no whist: writing, live pages, QR codes, errors, template tags.

Words:
    nonce: the random part of a row that its link names, so that the link opens no later row with the same key
    kept answer: an answer that is given again without asking Django, while nothing in the database has changed
"""
