"""The user's page of connected programs: which ones act for them, and the button to disconnect them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.oauth.user_pages.client_programs import connected_programs, end_connections


@login_required
def programs_page(request: HttpRequest) -> HttpResponse:
    return render(request, "oauth/programs.html", {"programs": connected_programs(request.user)})


@require_POST
@login_required
def disconnect_program(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own only: of other people's connections nothing is touched."""
    if end_connections(Q(user_id=request.user.pk, application_id=pk)):
        messages.success(request, _("This program is not connected any more."))
    return redirect("oauth2_provider:programs")
