"""The picture of the house is that of today's imports, and shows every room."""

from docs.house import COLOURS, PICTURE, direct, house, levels
from tests.import_graph import files_of_the_product, imports_between, imports_between_packages, layer_of


def test_the_picture_is_current() -> None:
    assert PICTURE.read_text(encoding="utf-8") == house(), "Draw it anew: .venv/bin/python docs/house.py"


def test_it_shows_every_app_and_every_room() -> None:
    files = files_of_the_product()
    rooms = imports_between_packages(files, imports_between(files))
    picture = house()
    assert {layer_of(room) for room in rooms} <= set(COLOURS)
    assert all(f"<title>{room}\n" in picture for room in rooms)


def test_rooms_stand_left_of_what_they_import() -> None:
    own = {"web": {"models", "proof"}, "proof": {"models"}, "models": set[str](), "alone": set[str]()}
    assert levels(own) == [["web"], ["proof"], ["alone", "models"]]


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    own = {"web": {"models", "proof"}, "proof": {"models"}, "models": set[str]()}
    assert direct(own) == {"web": ["proof"], "proof": ["models"], "models": []}
