"""Keeps only suggested questions that the documents provably answer: each is searched and answered beforehand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answer_or_refusal.resolve_citation_markers import numbered_source
from apps.chat.answering.store_turn import load_page_texts
from apps.chat.models import Turn
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.suggestions.candidate_questions import (
    CandidateQuestion,
    collect_candidate_questions,
    contains_all_nouns,
)
from apps.database.async_access import run_in_database
from apps.llm.call_ledger import Ledger
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import NO_TRIAL
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import User
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.expand_question_with_official_terms import expand_in_office_words
from apps.retrieval.query.types import Passage
from apps.retrieval.search.assemble_context import build_context
from apps.retrieval.search.search import clean_query, search_with_setup
from apps.retrieval.search.search_two_wordings import search_both_wordings
from apps.text.comparable_letters import comparable_letters

MOST_TRIED, MOST_SHOWN = 5, 3


@dataclass(frozen=True, slots=True)
class FoundProof:
    """A quote that the built-in rules found for a question; `text` is the title and what was found of its page."""

    document_id: int
    page: int | None
    quote: str
    text: str


async def provable_questions(turn: Turn, user: User, ledger: Ledger) -> list[CandidateQuestion]:
    """At most three, and none where the search asks language models, which would cost more than a suggestion is worth.

    Reads the database and embeds each question that is tried. Asks no language model.
    """
    candidates = await run_in_database(collect_candidate_questions, turn, user)
    if not candidates:
        return []
    try:
        request = AskedQuestion(turn.question).search_request(user, None, NO_TRIAL)
        setup = await run_in_database(load_search_setup, request, ledger)
    except NoActiveProfile:
        return []
    if setup.algorithm.asks is not None or setup.reranker is not None:
        return []
    quoted = await run_in_database(load_answer_quotes, turn)
    return await keep_provable_candidates(candidates[:MOST_TRIED], setup, quoted)


async def keep_provable_candidates(
    candidates: Sequence[CandidateQuestion], setup: SearchSetup, quoted: Sequence[str]
) -> list[CandidateQuestion]:
    prompt = await run_in_database(setup.models.prompt, setup.algorithm.answer_prompt)
    known, shown = list(quoted), list[CandidateQuestion]()
    for one in candidates:
        proofs = await proofs_of(one.text, setup, prompt)
        if is_proved_by(one, proofs) and not all(is_known(proof.quote, known) for proof in proofs):
            shown.append(one)
            known += [comparable_letters(proof.quote) for proof in proofs]
        if len(shown) == MOST_SHOWN:
            break
    return shown


def load_answer_quotes(turn: Turn) -> list[str]:
    """What the answer has already said."""
    return [comparable_letters(quote) for quote in turn.citations.filter(verified=True).values_list("quote", flat=True)]


def is_known(quote: str, known: Iterable[str]) -> bool:
    text = comparable_letters(quote)
    return any(text in one or one in text for one in known)


async def proofs_of(question: str, setup: SearchSetup, prompt: PublishedPrompt) -> Sequence[FoundProof]:
    """What the built-in rules quote for it; empty when they find nothing, or doubt what they found."""
    passages = await passages_for(question, setup)
    context = build_context(passages, budget_tokens=setup.limits.context_tokens)
    if not context.used:
        return []
    messages = prompt.messages(context=context.text, question=question, history="", language="")
    texts = await run_in_database(load_page_texts, [passage.chunk_id for passage in context.used if passage.page])
    reply = OfflineLanguageModel(setup.algorithm.answer_purpose).reply(messages[-1].text)
    sources = [numbered_source(number, passage, texts) for number, passage in enumerate(context.used, start=1)]
    cited = prove_answer(reply, sources, question=question)
    if cited.failures or cited.warnings:
        return []
    pages = {(one.document_id, one.page): f"{one.title} {one.text}" for one in reversed(context.used)}
    return [FoundProof(c.document_id, c.page, c.quote, pages[c.document_id, c.page]) for c in cited.citations]


async def passages_for(question: str, setup: SearchSetup) -> Sequence[Passage]:
    """Searches as for a question that somebody asks."""
    if hours := expand_in_office_words(question):
        return (await search_both_wordings(clean_query(question), hours, setup)).passages
    return (await search_with_setup(clean_query(question), setup)).passages


def is_proved_by(one: CandidateQuestion, proofs: Sequence[FoundProof]) -> bool:
    """Whether the proofs stand where the question comes from, and say the sentence that it was made of.

    An example may stand anywhere: one page has to name all that it asks about.
    """
    if one.document_id is None:
        return any(contains_all_nouns(proof.text, one.text) for proof in proofs)
    there = [proof for proof in proofs if (proof.document_id, proof.page) == (one.document_id, one.page)]
    return any(not one.sentence or is_known(proof.quote, [comparable_letters(one.sentence)]) for proof in there)
