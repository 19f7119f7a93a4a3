from django.urls import path

from whistclub.ops import backups_page
from whistclub.ops.health import health

app_name = "ops"
public = [path("health/", health, name="health")]
site_owner = [
    path("run/<slug:club>/backups/", backups_page.page, name="backups"),
    path("run/<slug:club>/backups/<str:backup>/", backups_page.download, name="download_backup"),
]
urlpatterns = public + site_owner
