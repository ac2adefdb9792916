"""Checks the rewrite of a group of sentences and repairs it once if need be; else the original stays."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.errors import ModelError
from apps.llm.types import Message
from apps.simplify.checks.forbidden_characters_and_placeholders import SIGN_OF_PERSONS
from apps.simplify.checks.ignore_dropped_enumerators import strip_dropped_enumerators
from apps.simplify.checks.meaning.obeyed_injected_replacements import ReplacementInstruction, check_obeyed_replacements
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.checks.rate_rewrite_safety import Assessment, RewriteLevel, assess_rewrite
from apps.simplify.checks.spell_out_gender_signs import spell_out_gender_signs
from apps.simplify.replies.stream_sentences import is_preamble, split_whole_reply, strip_new_markdown
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_language_models import Writer
from apps.simplify.rewriting.rewrite_outcome import CheckFinding, RewrittenSentence
from apps.simplify.rewriting.violation_messages import messages_for_model
from apps.simplify.text.rewrite_fidelity_violation import Violation, ViolationKind
from apps.simplify.text.split_sentences import Sentence, join_sentences
from apps.text.entailment import AcceptedSynonym

logger = logging.getLogger(__name__)
UNSAFE = Assessment(RewriteLevel.PLEASE_READ)
EXPLAINABLE = frozenset({"condition", "negation", "number"})
"""Kinds of violations of which the rules of derivation know more wordings than the checks do."""
EXPLAINED = (RewriteLevel.UNCHANGED, RewriteLevel.DERIVED)


@dataclass(frozen=True, slots=True)
class RepairCandidate:
    """Sentences of the original and the rewrite proposed for them, with what the checks say."""

    before: tuple[Sentence, ...]
    after: str
    separator: str
    violations: tuple[Violation, ...]
    tidied: bool = False
    """Marks of Markdown were taken off."""
    signs: tuple[str, ...] = ()
    """Gender signs of the reply, in whose place both forms stand."""
    assessment: Assessment = UNSAFE
    orders: tuple[ReplacementInstruction, ...] = ()
    """Of the text, to exchange words: nothing may carry them out."""

    @property
    def original(self) -> str:
        return join_sentences(self.before).rstrip()

    @property
    def original_separator(self) -> str:
        return self.before[-1].separator if self.before else ""


def build_repair_candidate(
    before: Sequence[Sentence],
    after: Sequence[Sentence],
    protected: ProtectedWords,
    synonyms: Sequence[AcceptedSynonym] = (),
    orders: tuple[ReplacementInstruction, ...] = (),
) -> RepairCandidate:
    """Checks the group."""
    original = join_sentences(before).rstrip()
    written = join_sentences(after).rstrip()
    unmarked = strip_new_markdown(written, original)
    plain = spell_out_gender_signs(unmarked)
    # A hundred patterns, compiled only where texts are rewritten: every web process imports this module, few use it.
    from apps.simplify.checks.check_all import check_rewrite

    compared = join_sentences(strip_dropped_enumerators(before, after)).rstrip()
    found = (*check_rewrite(compared, plain, protected), *check_obeyed_replacements(orders, original, plain))
    assessment = assess_rewrite(compared, plain, synonyms) if {one.kind for one in found} <= EXPLAINABLE else UNSAFE
    # Words are counted by the checks; where rules explain every difference, none of these is missing.
    violations = assessment.violations if assessment.level in EXPLAINED else found or assessment.violations
    return RepairCandidate(
        tuple(before),
        plain,
        separator_between(before, after) or " ",
        violations,
        unmarked != written,
        tuple(sign for sign in SIGN_OF_PERSONS.findall(unmarked) if sign not in plain),
        assessment,
        orders,
    )


def separator_between(before: Sequence[Sentence], after: Sequence[Sentence]) -> str:
    """What stands behind the group: as in the rewrite, but paragraphs end where the original ends them."""
    separator = after[-1].separator if after else ""
    if before and (not separator or before[-1].ends_paragraph):
        return before[-1].separator
    return separator


def accept_candidate(one: RepairCandidate) -> RewrittenSentence:
    markdown = [CheckFinding(Violation("markdown", None, "**"), "repaired")] if one.tidied else []
    signs = [CheckFinding(gender_sign_violation(sign, one.original), "repaired") for sign in one.signs]
    return rewritten_sentence(one, one.separator, (*markdown, *signs, *unresolved_gender_signs(one.after)))


def gender_sign_violation(sign: str, original: str) -> Violation:
    return Violation("gender_sign", sign, None) if sign in original else Violation("gender_sign", None, sign)


def unresolved_gender_signs(text: str) -> tuple[CheckFinding, ...]:
    """Signs of the original that nobody has spelled out."""
    return tuple(
        CheckFinding(Violation("gender_sign", sign, sign), "kept_original") for sign in SIGN_OF_PERSONS.findall(text)
    )


def rewritten_sentence(one: RepairCandidate, separator: str, findings: tuple[CheckFinding, ...]) -> RewrittenSentence:
    level, differences = one.assessment.level, one.assessment.differences
    return RewrittenSentence(
        one.original, one.after, separator, level=level, differences=differences, findings=findings
    )


def keep_original(one: RepairCandidate) -> RewrittenSentence:
    """The original in the place of a rewrite that lost something."""
    findings = tuple(CheckFinding(violation, "kept_original") for violation in one.violations)
    findings += unresolved_gender_signs(one.original)
    separator = one.original_separator or " "
    return RewrittenSentence(one.original, one.original, separator, True, RewriteLevel.KEPT, findings=findings)


def flag_added_sentences(after: Sequence[Sentence], kind: ViolationKind = "addition") -> RewrittenSentence:
    """Sentences of the reply that come from nowhere: not shown, but named."""
    text = join_sentences(after).strip()
    finding = CheckFinding(Violation(kind, None, text), "flagged")
    return RewrittenSentence("", "", "", findings=() if is_preamble(text) else (finding,))


async def repair_candidate(one: RepairCandidate, writer: Writer, setup: RewriteSetup) -> RewrittenSentence:
    """One request that names the violations. Its reply is checked like any other. Calls a model, raises nothing."""
    try:
        reply = await writer.model.complete(repair_messages(one, setup), temperature=writer.temperature)
    except ModelError as error:
        logger.info("No repair (%s), the original stays.", error.code)
        return keep_original(one)
    if reply.finish_reason == "length" or len(reply.text) > longest_reply_length(len(one.original)):
        return keep_original(one)
    sentences = split_whole_reply(reply.text, [sentence.text for sentence in one.before])
    again = build_repair_candidate(one.before, sentences, setup.protected, setup.synonyms, one.orders)
    if again.violations or not sentences:
        return keep_original(one)
    findings = tuple(CheckFinding(violation, "repaired") for violation in one.violations)
    return rewritten_sentence(again, one.original_separator or " ", findings)


def longest_reply_length(length: int) -> int:
    """Characters of a reply to a text of that length; what goes beyond is no rewrite of it, and is not looked at."""
    return 3 * length + 2_000


def repair_messages(one: RepairCandidate, setup: RewriteSetup) -> list[Message]:
    return setup.repair_prompt.messages(
        text=one.original,
        draft=one.after or "–",
        violations=messages_for_model(one.violations, setup.language),
        protected_words=protected_words_in_text(one.original, setup.protected),
        text_type=setup.guidance,
    )


def protected_words_in_text(text: str, protected: ProtectedWords) -> str:
    """The protected words of this text as they stand there, one in each line."""
    return "\n".join(dict.fromkeys(found.surface for found in protected.find(text)))
