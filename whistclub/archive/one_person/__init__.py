"""What a club holds about one person: shown, downloaded, erased."""
