"""Service settings: one row of rules that administrators change; the very next question keeps to it."""

from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.database.settings_cache import load_cached

WEB_ADDRESS = URLValidator(schemes=["https", "http"])
ORIGIN = RegexValidator(
    r"^https?://(\*\.)?[a-z0-9.-]+(:\d{1,5})?$", _("Use an origin such as https://www.city.example, without a path.")
)

COLOUR = RegexValidator(r"^#[0-9a-fA-F]{6}\Z", _("Use a colour such as #14524f."))


class PersonalData(models.TextChoices):
    MASK = "mask", _("mask them: the question is answered without them")
    BLOCK = "block", _("refuse the question and say why")
    KEEP = "keep", _("leave them in the question")


class ServiceRules(models.Model):
    """A single row. Amounts of 0 mean that there is no limit."""

    answers_are_on = models.BooleanField(
        _("language models answer"),
        default=True,
        help_text=_("Off: no language model is asked; people get the passages that the search finds."),
    )
    notice = models.TextField(
        _("notice on the page"), blank=True, max_length=500, help_text=_("For maintenance and outages; Markdown.")
    )
    contact = models.CharField(
        _("contact"),
        max_length=300,
        blank=True,
        help_text=_("Whom to ask what the documents do not answer; named with every refusal."),
    )
    personal_data = models.CharField(
        _("personal data in questions"),
        max_length=10,
        choices=PersonalData,
        default=PersonalData.MASK,
        help_text=_("IBANs, e-mail addresses, telephone and tax numbers, before any model and any log."),
    )
    visitor_per_day = models.PositiveIntegerField(
        _("questions of one visitor a day"), default=200, help_text=_("Above it people get passages, no answers.")
    )
    questions_per_day = models.PositiveIntegerField(_("questions of all a day"), default=0)
    tokens_per_day = models.PositiveBigIntegerField(
        _("tokens a day"), default=0, help_text=_("Input and output of all models, imports and evaluation included.")
    )
    cost_per_day = models.DecimalField(
        _("cost a day"),
        max_digits=10,
        decimal_places=2,
        default=Decimal(0),
        validators=[MinValueValidator(0)],
        help_text=_("In the currency of the prices."),
    )
    second_reader_is_on = models.BooleanField(
        _("a second reader checks sentences"),
        default=True,
        help_text=_(
            "Sentences that rules cannot derive from their quotes are read again by a language model after the answer "
            "is shown. Its verdicts are shown only once it is calibrated."
        ),
    )
    readings_per_day = models.PositiveIntegerField(
        _("sentences for the second reader a day"), default=500, help_text=_("Each is one short call.")
    )
    subscription_questions_per_day = models.PositiveIntegerField(
        _("questions of subscribers a day"),
        default=200,
        help_text=_("Asked again because documents changed, of everybody who wants word of a changed answer."),
    )
    keep_days = models.PositiveIntegerField(
        _("days conversations of visitors are kept"), default=30, help_text=_("0: until the next night.")
    )
    keep_staff_days = models.PositiveIntegerField(_("days conversations of staff are kept"), default=90)
    embedding_sites = ArrayField(
        models.CharField(max_length=200, validators=[ORIGIN]),
        verbose_name=_("sites that may embed the page"),
        default=list,
        blank=True,
    )
    embedding_colour = models.CharField(
        _("colour of the embedded chat"),
        max_length=7,
        blank=True,
        default="",
        db_default="",
        validators=[COLOUR],
        help_text=_("Such as #14524f, of links and buttons. It is darkened or lightened where it could not be read."),
    )
    embedding_greeting = models.CharField(
        _("greeting of the embedded chat"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text=_("In place of “What would you like to know?”, in all languages."),
    )
    imprint_url = models.CharField(_("address of the imprint"), max_length=500, blank=True, validators=[WEB_ADDRESS])
    privacy_url = models.CharField(
        _("address of the privacy statement"), max_length=500, blank=True, validators=[WEB_ADDRESS]
    )
    accessibility_url = models.CharField(
        _("address of the accessibility statement"), max_length=500, blank=True, validators=[WEB_ADDRESS]
    )
    changed_at = models.DateTimeField(_("last change"), auto_now=True)

    class Meta:
        verbose_name = _("rules of the service")
        verbose_name_plural = _("rules of the service")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_row_of_rules")]

    def __str__(self) -> str:
        return str(_("Rules of the service"))


def load_service_rules() -> ServiceRules:
    """The rules in force, those of a new installation when nobody has set any. At most one query."""
    return load_cached("service-rules", lambda: ServiceRules.objects.first() or ServiceRules(pk=1))
