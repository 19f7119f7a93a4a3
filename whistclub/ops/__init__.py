"""Commands run by hand or by cron. Above everything: may import all, and nothing imports it."""
