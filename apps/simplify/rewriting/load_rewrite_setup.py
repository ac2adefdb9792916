"""Loads everything a rewrite needs from the database. Calls no model."""

from dataclasses import dataclass, field

from django.db.models import Q

from apps.database.settings_cache import load_cached, use_settings_cache
from apps.llm.call_ledger import Ledger
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.types import StandIn
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.errors import UnknownOrganisation, UnknownTextType
from apps.simplify.models import ProtectedWord, Synonym, SynonymState, TextType, WordList
from apps.simplify.rewriting.rewrite_language_models import Writer, built_in_writer, load_writers
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.second_reading.reader_hook import OpenReader, current_second_reader
from apps.simplify.text.language_detection import Language, detect_checkable_language
from apps.text.entailment import AcceptedSynonym

PROMPT_OF_LANGUAGE = {"de": "simplify", "en": "simplify-english"}
REPAIR_PROMPT_OF_LANGUAGE = {"de": "simplify-repair", "en": "simplify-repair-english"}


@dataclass(frozen=True, slots=True)
class RewriteSetup:
    """The settings of the beginning: what editors change meanwhile holds for the next request."""

    prompt: PublishedPrompt
    repair_prompt: PublishedPrompt
    guidance: str
    text_type: str
    protected: ProtectedWords
    writers: tuple[Writer, ...]
    stand_in: Writer
    ledger: Ledger
    language: Language = "de"
    """Of the text; prompts and what they are told are in the same one."""
    failures: list[StandIn] = field(default_factory=list)
    """Models that failed on the way, in their order; the next one went on."""
    synonyms: tuple[AcceptedSynonym, ...] = ()
    """Those in force: what they explain counts as derived."""
    reader: OpenReader | None = None
    """Reads again what no rule derives; None where nobody is measured."""
    withheld: str = ""
    """Why no language model may be asked, such as "budget"."""


def load_setup(request: RewriteRequest, ledger: Ledger) -> RewriteSetup:
    """A handful of queries, one while settings are the same.

    Raises UnknownTextType, UnknownOrganisation, UnknownModel.
    """
    with use_settings_cache():
        text_type = find_text_type(request.text_type)
        language = request.language or detect_checkable_language(request.text)
        prompt = load_published_prompt(PROMPT_OF_LANGUAGE.get(language, "simplify"))
        guidance = "" if text_type is None else text_type.guidance_english if language == "en" else text_type.guidance
        return RewriteSetup(
            prompt=prompt,
            repair_prompt=load_published_prompt(REPAIR_PROMPT_OF_LANGUAGE.get(language, "simplify-repair")),
            guidance=guidance,
            text_type=text_type.slug if text_type else "",
            protected=load_protected_words(
                check_organisation(request.organisation), text_type.slug if text_type else ""
            ),
            writers=tuple(load_writers(ledger, prompt, request.model, in_house=request.in_house)),
            stand_in=built_in_writer(ledger, prompt),
            ledger=ledger,
            language=language,
            synonyms=load_accepted_synonyms(language),
            reader=current_second_reader(in_house=request.in_house),
        )


def active_text_types() -> list[TextType]:
    """In service, in their order."""
    return load_cached(("simplify", "text-types"), lambda: list(TextType.objects.filter(is_active=True)))


def find_text_type(slug: str | None) -> TextType | None:
    """The text type of that name, the default one without a name. Raises UnknownTextType."""
    known = active_text_types()
    if not slug:
        return next((one for one in known if one.is_default), None)
    found = next((one for one in known if one.slug == slug), None)
    if found is None:
        raise UnknownTextType(slug, [one.slug for one in known])
    return found


def load_organisations() -> list[str]:
    """Loads the organisations with protected words of their own."""
    owned = WordList.objects.filter(is_active=True).exclude(organisation="")
    return load_cached(("simplify", "organisations"), lambda: sorted(set(owned.values_list("organisation", flat=True))))


def check_organisation(name: str) -> str:
    """The name itself. Raises UnknownOrganisation: its words would be missing and nobody would notice."""
    known = load_organisations() if name else []
    if name and name not in known:
        raise UnknownOrganisation(name, known)
    return name


def load_protected_words(organisation: str, text_type: str) -> ProtectedWords:
    """The words of all lists that hold here, ready to be looked up; built anew when a list has changed."""
    return load_cached(
        ("simplify", "protected", organisation, text_type),
        lambda: ProtectedWords.of(load_protected_terms(organisation, text_type)),
    )


def load_protected_terms(organisation: str, text_type: str) -> list[tuple[str, list[str]]]:
    here = Q(word_list__organisation="") | Q(word_list__organisation=organisation)
    kind = Q(word_list__text_type=None) | Q(word_list__text_type__slug=text_type)
    rows = ProtectedWord.objects.filter(here, kind, word_list__is_active=True)
    return list(rows.values_list("term", "forms").order_by("pk"))


def load_accepted_synonyms(language: str) -> tuple[AcceptedSynonym, ...]:
    """In force for texts in this language."""
    in_force = Synonym.objects.filter(state=SynonymState.IN_FORCE, language=language).order_by("pk")
    return load_cached(
        ("simplify", "synonyms", language),
        lambda: tuple(AcceptedSynonym(*pair) for pair in in_force.values_list("official", "plain")),
    )
