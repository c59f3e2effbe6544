"""Quotations that signs show."""

from __future__ import annotations

import pytest

from graphmem_offline.quoting.marks import has_quotation, without_marked, without_markup


@pytest.mark.parametrize(
    "text",
    [
        "> I live in Kassel.\nWhat shall I answer?",
        "```\nI live in Kassel\n```\nWhy is this red?",
        "What does `I live in Kassel` mean?",
        "Is 'I live in Kassel since May' right?",
        'Tilda asked: "Do you know that I live in Kassel?"',
        "Tilda sagte: „Ich wohne in Kassel“",
        "Tilda dit : «J'habite à Kassel»",
        "Great news!\n\nOn Fri, 9 Oct 2020 at 8:45 AM, Tom <tom@example.com> wrote:\nI live in Kassel.",
        "Am 3.4.2018 um 19:10 schrieb Tom:\nIch wohne in Kassel.",
        "-----Original Message-----\nI live in Kassel.",
        "From: Tom\nSubject: Home\n\nI live in Kassel.",
        "17.02.2021, 09:41 - Tom Weller: I live in Kassel.",
        "[10:31] Tom: I live in Kassel\nand like it",
        "<tom> I live in Kassel",
        "Tom Weller (09:14 AM): I live in Kassel",
        "Q: Where?\nA: I live in Kassel.",
        "INSERT INTO people (city) VALUES ('Kassel');",
        "select name from people where city = 'Kassel';",
        "city = 'Kassel'",
        "print('I live in Kassel')",
        "<blockquote>I live in Kassel.</blockquote>",
    ],
)
def test_what_signs_show_to_be_quoted_is_blank(text: str) -> None:
    plain = without_marked(text)
    assert "Kassel" not in plain
    assert len(plain) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        'My favourite book is "The Name of the Rose" and I live in Kassel.',
        "I use `ruff` in Kassel.",
        "The dogs' house and the cats' food are in Kassel.",
        "2024-05-01: I moved to Kassel",
        "I select wine from Kassel.",
        "1. City: Kassel",
        "Let me tell you (really): I live in Kassel.",
        '"I live in Kassel."',
        "I left at 10:30 and came to Kassel: rain.",
    ],
)
def test_titles_terms_apostrophes_and_dates_stay(text: str) -> None:
    assert "Kassel" in without_marked(text)


def test_the_words_around_a_quotation_stay() -> None:
    assert without_marked("I live in Ulm. Is 'I live at the Kassel' right?").startswith("I live in Ulm. Is ")


def test_links_are_their_names_and_headings_are_left_out() -> None:
    assert without_markup("## Team\n[[Ana Lima|Ana]] uses [Rust](https://example.org) in **Ulm**.") == (
        "\nAna Lima uses Rust in Ulm."
    )


def test_a_quoted_word_is_a_quotation_too() -> None:
    assert has_quotation("Please translate 'good morning' into German.")
    assert not has_quotation("Please translate it, that's all.")
