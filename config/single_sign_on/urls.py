"""URLs of single sign-on. The name of the callback is the one the library looks up."""

from django.urls import path

from config.single_sign_on.views import CallbackView, sign_in

urlpatterns = [
    path("", sign_in, name="sign-in"),
    path("callback/", CallbackView.as_view(), name="oidc_authentication_callback"),
]
