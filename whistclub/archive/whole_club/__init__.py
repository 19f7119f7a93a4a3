"""The whole club as one document, which moves between sites: `contents` says what is in it, `layout` how it looks."""
