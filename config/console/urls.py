"""The addresses of the admin, with the admin of each app: imported when the first of them is asked for."""

from django.contrib import admin

# In a web process nothing has done so before (admin_site.py).
admin.autodiscover()

app_name = "admin"
urlpatterns = admin.site.get_urls()
