"""Webhooks in the console: where events go, what became of each delivery, a test by hand."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.admin_base import CountsDeleted, ReadOnly, column, named_by, short
from config.webhooks.deliver import send_test
from config.webhooks.models import TEST_EVENT, Webhook, WebhookDelivery, WebhookDeliveryState, WebhookEvent


def event_label(event: str) -> str:
    if event == TEST_EVENT:
        return str(_("test by hand"))
    return str(WebhookEvent(event).label) if event in WebhookEvent.values else event


class WebhookForm(forms.ModelForm[Webhook]):
    events = forms.MultipleChoiceField(
        choices=WebhookEvent.choices, widget=forms.CheckboxSelectMultiple, label=_("events")
    )

    class Meta:
        model = Webhook
        fields = ["name", "url", "events", "is_on"]


@admin.register(Webhook)
class WebhookAdmin(CountsDeleted, admin.ModelAdmin[Webhook]):
    form = WebhookForm
    list_display = ["name", "url", "event_list", "is_on", "last_result"]
    search_fields = ["name", "url"]
    change_form_template = "admin/config/webhook/change_form.html"
    goes_along: ClassVar = {WebhookDelivery: "webhook"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        tried = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), attempts__gt=0).order_by("-happened_at", "-pk")
        rows: QuerySet[Webhook] = super().get_queryset(request)
        return rows.annotate(last=Subquery(tried.values("pk")[:1]))

    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        # A secret belongs to one host: another one, and everybody's first, is a new one.
        secret = "" if obj.secret() else obj.issue_secret()
        super().save_model(request, obj, form, change)
        if secret:
            self.show_secret(request, secret)

    def show_secret(self, request: HttpRequest, secret: str) -> None:
        said = _("This is the secret of the signature. It is shown only now:")
        self.message_user(request, format_html("{} <code>{}</code>", said, secret), messages.WARNING)

    def get_urls(self) -> list[URLPattern]:
        posts = {"test": self.send_test, "secret": self.renew_secret}
        own = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(self.posted(act)), name=f"config_webhook_{name}")
            for name, act in posts.items()
        ]
        return [*own, *super().get_urls()]

    def posted(self, act: Callable[[HttpRequest, Webhook], None]) -> Callable[..., HttpResponse]:
        """A button of the form, for those who may change the webhook."""

        @require_POST
        def view(request: HttpRequest, pk: int) -> HttpResponse:
            webhook = get_object_or_404(Webhook, pk=pk)
            if not self.has_change_permission(request, webhook):
                raise PermissionDenied
            act(request, webhook)
            return HttpResponseRedirect(reverse("admin:config_webhook_change", args=[pk]))

        return view

    def send_test(self, request: HttpRequest, webhook: Webhook) -> None:
        delivery = send_test(webhook)
        if delivery.state == WebhookDeliveryState.SENT:
            self.message_user(request, _("The test was received."), messages.SUCCESS)
        else:
            self.message_user(request, _("The test failed: %(error)s") % {"error": delivery.error}, messages.ERROR)

    def renew_secret(self, request: HttpRequest, webhook: Webhook) -> None:
        secret = webhook.issue_secret()
        webhook.save(update_fields=["sealed_secret"])
        self.log_change(request, webhook, "secret renewed")
        self.show_secret(request, secret)

    @admin.display(description=_("events"))
    def event_list(self, webhook: Webhook) -> str:
        return ", ".join(map(event_label, webhook.events))

    @admin.display(description=_("last result"))
    def last_result(self, webhook: Webhook) -> SafeString | str:
        delivery = WebhookDelivery.objects.filter(pk=getattr(webhook, "last", None) or 0).first()
        if delivery is None:
            return ""
        address = f"{reverse('admin:config_webhookdelivery_changelist')}?webhook__id__exact={webhook.pk}"
        moment = short(delivery.sent_at or delivery.happened_at)
        said = format_html('<a href="{}">{}</a> {}', address, delivery.get_state_display(), moment)
        return format_html("{}: {}", said, delivery.error) if delivery.error else said


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, admin.ModelAdmin[WebhookDelivery]):
    list_display = ["named_event", "webhook", "happened_at", "state", "attempts", "sent_at", "next_attempt", "error"]
    list_display_links = None
    list_filter = ["state", ("event", named_by(event_label)), "webhook"]
    list_select_related = ["webhook"]
    actions = ["send_again"]

    def has_resend_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("config.change_webhook")

    named_event = column("event", event_label, _("event"))

    @admin.display(description=_("next attempt"))
    def next_attempt(self, delivery: WebhookDelivery) -> str:
        return short(delivery.next_attempt_at) if delivery.state == WebhookDeliveryState.OWED else ""

    @admin.action(description=_("Send the selected deliveries again"), permissions=["resend"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> None:
        """Within a minute, by the worker."""
        failed = queryset.filter(state=WebhookDeliveryState.FAILED)
        count = failed.update(state=WebhookDeliveryState.OWED, attempts=0, next_attempt_at=timezone.now())
        self.message_user(request, _("To be sent again: %(count)d.") % {"count": count}, messages.SUCCESS)
