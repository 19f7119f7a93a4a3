"""What several pages of a party show; each page package has the rest. The number of database queries is fixed."""
