"""The page with the people who run a club: owners invite them by links, change roles and remove people."""
