"""German names of languages, for prompts that are written in German."""

LANGUAGE_NAMES = {
    "ar": "Arabisch", "de": "Deutsch", "de-simple": "Deutsch", "en": "Englisch", "es": "Spanisch", "fr": "Französisch",
    "it": "Italienisch", "ja": "Japanisch", "pl": "Polnisch", "ro": "Rumänisch", "ru": "Russisch", "tr": "Türkisch",
    "uk": "Ukrainisch",
}  # fmt: skip
"""Plain German is asked for by a button, not by a prompt."""


def language_name(code: str) -> str:
    return LANGUAGE_NAMES.get(code, code)
