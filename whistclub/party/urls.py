"""Pages of parties, by audience."""

app_name = "party"
organiser: list = []
paper: list = []
scorekeeper: list = []
public_pages: list = []
urlpatterns = organiser + paper + scorekeeper + public_pages
