from django.urls import path

from tests.bench.views import bare, floor
from whistclub import urls

urlpatterns = [*urls.urlpatterns, path("bare/", bare), path("floor/<token>/", floor)]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
