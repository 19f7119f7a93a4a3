from django.urls import path

from whistclub.ops.backups import views as backups
from whistclub.ops.health import health

app_name = "ops"
public = [path("health/", health, name="health")]
site_owner = [
    path("run/<slug:club>/backups/", backups.backups, name="backups"),
    path("run/<slug:club>/backups/make/", backups.make_now, name="make_backup"),
    path("run/<slug:club>/backups/upload/", backups.upload, name="upload_backup"),
    path("run/<slug:club>/backups/<str:backup>/", backups.download, name="download_backup"),
    path("run/<slug:club>/backups/<str:backup>/restore/", backups.restore, name="restore_backup"),
]
urlpatterns = public + site_owner
