from django.urls import path

from whistclub.ops import views

app_name = "ops"
public = [path("health/", views.health, name="health")]
site_owner = [
    path("run/<slug:club>/backups/", views.backups_page, name="backups"),
    path("run/<slug:club>/backups/<str:backup>/", views.download_backup, name="download_backup"),
]
urlpatterns = public + site_owner
