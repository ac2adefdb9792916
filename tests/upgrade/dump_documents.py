"""Collections, sources, graphs and plain language of the dump. For 2a55bcd only: see make_dump.py."""

from decimal import Decimal
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.utils.timezone import now

from tests.upgrade.dump_facts import POOL

EXAMPLES = Path(settings.BASE_DIR) / "examples" / "documents"
DEMO = ["satzungen/hundesteuer.pdf", "merkblaetter/sperrmuell.pdf", "internet/wohnung-anmelden.html"]


def fill() -> None:
    folder = Path(settings.AUSKUNFT_DATA) / "inbox"
    folder.mkdir(parents=True)
    fill_demo(folder)
    fill_graph()
    fill_source(folder)
    fill_words()
    fill_models()


def fill_demo(folder: Path) -> None:
    """Four documents, one of them in its second revision, and a fifth that was withdrawn."""
    changing, leaving = folder / "freibad.txt", folder / "leaves.txt"
    changing.write_text("Das Freibad Wilmeaue bleibt geschlossen.", encoding="utf-8")
    leaving.write_text("Dieser Text ist nur kurz da.", encoding="utf-8")
    paths = [*(str(EXAMPLES / name) for name in DEMO), str(changing)]
    call_command("import_documents", *paths, str(leaving), collection="demo", json=True)
    changing.write_text(POOL, encoding="utf-8")
    call_command("import_documents", str(changing), collection="demo", json=True)
    call_command("withdraw", "leaves.txt", collection="demo")
    leaving.unlink()
    demo = apps.get_model("documents.Collection").objects.get(slug="demo")
    demo.name, demo.example_questions = "Stadt Musterfurt", ["Wie hoch ist die Hundesteuer für den zweiten Hund?"]
    demo.save()
    closed = apps.get_model("documents.Collection").objects.create(slug="closed", name="Akten", readers="groups")
    closed.reader_groups.add(Group.objects.get(name="editor"))


def fill_graph() -> None:
    """By the built-in model, whose replies are kept as those of any other."""
    index = apps.get_model("graph.GraphIndex")
    index.objects.create(
        collection=apps.get_model("documents.Collection").objects.get(slug="demo"),
        method="model",
        claims=True,
        budget_calls=500,
        rebuild_hours=24,
    )
    call_command("graph", "build", collection="demo", json=True)
    build = apps.get_model("graph.Build").objects.get()
    if not apps.get_model("graph.Claim").objects.exists():
        mention = apps.get_model("graph.Mention").objects.first()
        apps.get_model("graph.Claim").objects.create(
            build=build, unit=mention.unit, entity=mention.entity, kind="Frist", description="Gilt ab 2026."
        )
    rejected = apps.get_model("graph.MergeSuggestion").objects.first()
    rejected.state, rejected.decided_at = "rejected", now()
    rejected.save()


def fill_source(folder: Path) -> None:
    """A folder that is looked at every night; what it lists now is on its way."""
    source = apps.get_model("documents.Source").objects.create(
        name="Eingangskorb",
        kind="folder",
        collection=apps.get_model("documents.Collection").objects.create(slug="inbox", name="Eingang"),
        location=str(folder),
        options={"settle_seconds": 0},
        schedule="30 4 * * *",
        daily_cost=Decimal("2.50"),
        daily_tokens=1_000_000,
    )
    from apps.documents.processing import drain
    from apps.documents.sources.running import Runner, begin

    run = begin(source)
    Runner(run).work()
    drain(60.0)
    apps.get_model("documents.ImportBudget").objects.create(daily_cost=Decimal("10"), daily_tokens=5_000_000)


def fill_words() -> None:
    words = apps.get_model("simplify.WordList").objects.create(name="Bauamt", organisation="Bauamt Musterfurt")
    apps.get_model("simplify.ProtectedWord").objects.create(
        word_list=words, term="Vorkaufsrecht", forms=["Vorkaufsrechte"], note="§ 24 BauGB"
    )
    apps.get_model("simplify.Options").objects.update_or_create(defaults={"store_rewrites": True, "keep_days": 3_650})
    text = Path(settings.AUSKUNFT_DATA) / "letter.txt"
    text.write_text("Das Vorkaufsrecht ist innerhalb von zwei Monaten auszuüben.", encoding="utf-8")
    try:
        call_command("simplify", str(text), json=True)
    except SystemExit:
        raise
    except Exception as error:
        # The command ends so whenever no model but the built-in one wrote the text.
        if "built-in" not in str(error) and "eingebaut" not in str(error):
            raise


def fill_models() -> None:
    """A server that is switched off, so that nothing ever asks it; and another built-in row for an order of models."""
    endpoint = apps.get_model("llm.Endpoint").objects.create(
        name="Rechenzentrum", base_url="https://models.example/v1", api_key_variable="MODELS_KEY", is_active=False
    )
    model = apps.get_model("llm.ChatModel").objects.create(
        endpoint=endpoint, name="large", label="Großes Modell", is_active=False
    )
    apps.get_model("simplify.ModelSettings").objects.create(model=model, temperature=0.3)
    apps.get_model("llm.EmbeddingModel").objects.create(endpoint=endpoint, name="vectors", dimensions=256)
    apps.get_model("llm.Price").objects.create(
        model_name="large", valid_from="2026-01-01", input_per_million=1, output_per_million=Decimal("2.5")
    )
    other = apps.get_model("retrieval.Profile").objects.create(
        slug="short", name="Kurz", algorithm="chunks-only", chunk_limit=8
    )
    apps.get_model("retrieval.ProfileUse").objects.create(profile=other, channel="slack")
    version = apps.get_model("llm.PromptVersion").objects.filter(prompt__slug="answer").first()
    apps.get_model("llm.PromptUse").objects.create(
        prompt=version.prompt, model="large", profile="short", version=version
    )
