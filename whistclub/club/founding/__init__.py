"""The founding of clubs: of the first on a site, and of further ones."""
