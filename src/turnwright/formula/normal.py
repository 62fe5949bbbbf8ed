"""Characters as people paste them, turned into the ones the grammar knows.

One character always becomes one character, so that a position in the result is a position in the original.
"""

from __future__ import annotations

import unicodedata

# Hyphens and dashes that PDF files and word processors put where a minus was meant. The em dash is none of
# them: stat blocks print it for "no value".
_MINUS = "‐‑‒–−﹣"
_TIMES = "×·⋅∙∗✕"
_OVER = "÷∕⁄"

_PLAIN = {
    **dict.fromkeys(_MINUS, "-"),
    **dict.fromkeys(_TIMES, "*"),
    **dict.fromkeys(_OVER, "/"),
    **dict.fromkeys("‘’‛", "'"),
    **dict.fromkeys("“”‟", '"'),
}
_WIDE_FIRST, _WIDE_LAST, _WIDE_SHIFT = 0xFF01, 0xFF5E, 0xFEE0


def plain(text: str) -> str:
    """Return `text` with look-alikes replaced, at the same length.

    Dashes become `-`, × and · become `*`, ÷ becomes `/`, full-width characters and the digits of every script
    become ASCII, curly quotes straight ones, every kind of space a space. All else stays.
    """
    if text.isascii():
        return text
    return "".join(map(_plain_character, text))


def composed(name: str) -> str:
    """Return the one spelling (Unicode NFC) under which names and quoted texts are compared."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def described(character: str) -> str:
    """Return how to speak of one character in a message, also of an invisible one."""
    if character.isprintable() and not character.isspace():
        return f"'{character}'"
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'a control character').lower()})"


def _plain_character(character: str) -> str:
    if character < "\x80":
        return character
    if character in _PLAIN:
        return _PLAIN[character]
    if _WIDE_FIRST <= ord(character) <= _WIDE_LAST:
        return chr(ord(character) - _WIDE_SHIFT)
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    return " " if character.isspace() else character
