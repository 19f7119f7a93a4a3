"""What pages share and that knows no whist: writing, live pages, QR codes, errors, template tags."""
