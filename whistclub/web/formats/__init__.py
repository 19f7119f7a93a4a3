"""The date and number formats of the site, by language (Django reads them by FORMAT_MODULE_PATH)."""
