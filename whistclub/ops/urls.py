from django.urls import path

from whistclub.ops.https import views

app_name = "ops"
urlpatterns = [
    path("https/", views.https, name="https"),
    path("https/whistclub.crt", views.certificate, name="certificate"),
]
