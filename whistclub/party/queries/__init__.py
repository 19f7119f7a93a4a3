"""What the pages of a party show, one module for each kind of page, each in a fixed number of queries."""
