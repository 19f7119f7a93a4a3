from django.urls import path

from whistclub.ops import monitoring
from whistclub.ops.https import views

app_name = "ops"
urlpatterns = [
    path("health/", monitoring.health, name="health"),
    path("metrics/", monitoring.metrics, name="metrics"),
    path("https/", views.https, name="https"),
    path("https/whistclub.crt", views.certificate, name="certificate"),
]
