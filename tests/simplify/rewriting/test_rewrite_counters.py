"""The counts behind the metrics."""

from apps.simplify.rewriting.rewrite_counters import rewrite_counts
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import rewrite_to_end
from tests.simplify.scripted import ScriptedModel, setup_with


async def test_texts_kept_sentences_and_who_stood_in_are_counted() -> None:
    before = rewrite_counts()
    text = "Die Gebühr beträgt 30 Euro. Der Antrag ist gestellt."
    await rewrite_to_end(
        RewriteRequest(text=text), setup=setup_with(ScriptedModel(lambda part: part.replace("30", "40")))
    )
    await rewrite_to_end(RewriteRequest(text=text), setup=setup_with(ScriptedModel(lambda _part: "", breaks_after=0)))
    gained = {name: count - before.get(name, 0) for name, count in rewrite_counts().items()}
    assert gained["texts"] == 2
    assert gained["sentences_kept"] == 1
    assert gained["texts_by_built_in_rules"] == 1
