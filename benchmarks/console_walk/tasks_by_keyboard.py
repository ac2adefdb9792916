"""Every task of citizens and staff by keyboard alone, at a desk and on a phone with a keyboard."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page, ViewportSize

from benchmarks.console_walk import keyboard_citizen, keyboard_staff
from benchmarks.console_walk.installation import Console
from benchmarks.console_walk.keyboard import Keyboard
from benchmarks.console_walk.page_faults import errors_of

SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 390, "height": 800})
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def tasks_by_keyboard(console: Console) -> dict[str, Any]:
    """{"tasks": how many, "done": those brought to their end without a fault, "found": faults, …} in German.

    A task is named with the width of the screen; what could not be brought to its end is a fault, too.
    """
    keys: dict[str, int] = {}
    faults: dict[str, list[str]] = {}
    tasks: list[tuple[str, Callable[[Keyboard], None], bool]]
    tasks = [(name, task, True) for name, task in keyboard_citizen.TASKS.items()]
    tasks += [(name, of_staff(task, console), False) for name, task in keyboard_staff.TASKS.items()]
    for name, task, is_citizen in tasks:
        for size in SIZES:
            keyboard = with_keyboard(console, size, task, is_citizen=is_citizen)
            keys[f"{name}, {size['width']}"], faults[f"{name}, {size['width']}"] = keyboard.keys, keyboard.faults
    wrong = {name: found for name, found in faults.items() if found}
    found = sum(map(len, wrong.values()))
    return {"tasks": len(keys), "done": len(keys) - len(wrong), "found": found, "keys": keys, "faults": wrong}


def of_staff(task: Callable[[Keyboard, Console], None], console: Console) -> Callable[[Keyboard], None]:
    return lambda keyboard: task(keyboard, console)


def with_keyboard(
    console: Console, size: ViewportSize, task: Callable[[Keyboard], None], *, is_citizen: bool
) -> Keyboard:
    """What scrolls smoothly stands somewhere else while it is looked at: motion is reduced."""
    with console.visitor("de", viewport=size, reduced_motion="reduce", permissions=CLIPBOARD) as context:
        if is_citizen:
            context.clear_cookies()
        keyboard = Keyboard(context.new_page())
        messages = errors_of(keyboard.page)
        try:
            task(keyboard)
        except (AssertionError, Error) as broken:
            keyboard.note(f"not brought to its end: {str(broken).splitlines()[0]} ({where(keyboard.page)})")
        keyboard.faults += messages
    return keyboard


def where(page: Page) -> str:
    return page.url.partition("//")[2].partition("/")[2]
