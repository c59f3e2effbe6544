"""A question of several steps is answered by the path of facts that has most of its words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem.recall.question.asked_path import ON_THE_WAY, THE_END, PathWords, path_fits

Row = Sequence[object]

PAINTED = ("painted", "The Grey Mill was painted by Ida Moss.", "painted_by", "The Grey Mill", "Ida Moss", True)
TAUGHT = ("taught", "Ida Moss was taught by Jon Ek.", "taught_by", "Ida Moss", "Jon Ek", True)
BORN = ("born", "Jon Ek was born in Turku.", "born_in", "Jon Ek", "Turku", True)
HANGS = ("hangs", "The Grey Mill hangs in Oslo.", "hangs_in", "The Grey Mill", "Oslo", True)
LIKES = ("likes", "Ida Moss likes rowing.", "likes", "Ida Moss", "rowing", True)


def asked(question: str, name: str) -> PathWords:
    """Return the words of a question that names something in its last words."""
    parts = question.lower().split()
    size = len(name.split())
    at = next(n for n in range(len(parts)) if parts[n : n + size] == name.lower().split())
    return PathWords.of(parts, [(at, at + size)])


def test_the_path_with_the_words_of_the_question_fits() -> None:
    rows: list[list[Row]] = [[PAINTED], [HANGS], [PAINTED, TAUGHT], [PAINTED, LIKES], [PAINTED, TAUGHT, BORN]]
    words = asked("where was the teacher who taught the one who painted the grey mill born", "the grey mill")
    fits, paths = path_fits(rows, words)
    assert paths == [["painted", "taught", "born"]]
    assert fits == {"painted": ON_THE_WAY, "taught": ON_THE_WAY, "born": THE_END}


def test_a_path_goes_no_further_than_the_question() -> None:
    rows: list[list[Row]] = [[PAINTED], [PAINTED, TAUGHT], [PAINTED, TAUGHT, BORN]]
    assert path_fits(rows, asked("who taught the one who painted the grey mill", "the grey mill"))[1] == [
        ["painted", "taught"]
    ]


def test_a_question_of_one_step_has_no_path() -> None:
    rows: list[list[Row]] = [[PAINTED], [HANGS], [PAINTED, LIKES]]
    assert path_fits(rows, asked("who painted the grey mill", "the grey mill")) == ({}, [])


def test_words_that_no_path_has_count_for_none() -> None:
    assert path_fits([[HANGS]], asked("how heavy is the frame of the grey mill", "the grey mill")) == ({}, [])
    assert path_fits([], asked("who taught the one who painted the grey mill", "the grey mill")) == ({}, [])


def test_each_fact_of_a_path_has_a_word_of_the_question() -> None:
    """What a question calls a kind of thing leads no detour to a thing of that kind."""
    delivers = ("delivers", "Nord Kork brings crates to Ada Press.", "brings_to", "Nord Kork", "Ada Press", True)
    tim = ("tim", "Tim Ruud pays his rent to Nord Kork.", "tenant_of", "Tim Ruud", "Nord Kork", False)
    job = ("job", "Tim Ruud is on the payroll of Sol Print.", "works_at", "Tim Ruud", "Sol Print", True)
    words = asked("to which company are crates brought by nord kork", "nord kork")
    assert path_fits([[delivers], [tim, job]], words) == ({}, [])


def test_a_word_of_another_language_is_no_english_role() -> None:
    sister = ("sister", "Ulf and Eva have one mother.", "sibling_of", "Ulf", "Eva", False)
    queue = ("queue", "Ulf's phone rings when Sluice fails.", "on_call_for", "Ulf", "Sluice", True)
    rows: list[list[Row]] = [[sister], [sister, queue]]
    assert path_fits(rows, asked("de que sistema esta de guardia eva", "eva")) == ({}, [])
    assert path_fits(rows, asked("for which queue is the sister of eva on call", "eva"))[1] == [["sister", "queue"]]


def test_a_word_that_the_question_has_twice_is_met_twice() -> None:
    heir = ("heir", "The heir of Ana Holm is Bo Lind.", "heir", "Ana Holm", "Bo Lind", True)
    next_ = ("next", "The heir of Bo Lind is Cy Dahl.", "heir", "Bo Lind", "Cy Dahl", True)
    further = ("further", "The heir of Cy Dahl is Di Ruud.", "heir", "Cy Dahl", "Di Ruud", True)
    rows: list[list[Row]] = [[heir], [heir, next_], [heir, next_, further]]
    assert path_fits(rows, asked("who is the heir of the heir of ana holm", "ana holm"))[1] == [["heir", "next"]]
    assert path_fits(rows, asked("who is the heir of ana holm", "ana holm")) == ({}, [])


def test_of_two_directions_that_of_the_facts_comes_first() -> None:
    led = ("led", "Bo Lind leads Orion.", "leads", "Bo Lind", "Orion", True)
    lives = ("lives", "Bo Lind has his home in Bergen.", "home", "Bo Lind", "Bergen", True)
    back = ("back", "Cy Dahl leads Bo Lind.", "leads", "Cy Dahl", "Bo Lind", False)
    home = ("home", "Cy Dahl has his home in Narvik.", "home", "Cy Dahl", "Narvik", True)
    partner = ("partner", "Ana Holm is led by Bo Lind.", "led_by", "Ana Holm", "Bo Lind", True)
    rows: list[list[Row]] = [[led], [back], [lives], [back, home], [partner, lives]]
    words = asked("in which home is the one who leads bo lind", "bo lind")
    assert path_fits(rows, words)[1] == [["back", "home"]]


def test_a_name_is_no_word_of_its_sentence() -> None:
    song = ("song", "Song of Harbour was sung by Ida Moss.", "sung_by", "Song of Harbour", "Ida Moss", True)
    works = ("works", "Ida Moss works for Harbour Mill.", "works_for", "Ida Moss", "Harbour Mill", True)
    rows: list[list[Row]] = [[song], [song, works]]
    assert path_fits(rows, asked("in which harbour was song of harbour sung", "song of harbour")) == ({}, [])


ANA = ("ana", "Ana Holm is on the payroll of Sol Print.", "works_at", "Ana Holm", "Sol Print", True)
BO = ("bo", "Sol Print pays Bo Lind.", "works_at", "Bo Lind", "Sol Print", False)
CY = ("cy", "Cy Dahl works at Sol Print.", "works_at", "Cy Dahl", "Sol Print", False)
OWNS = ("owns", "Di Ruud owns Sol Print.", "owns", "Di Ruud", "Sol Print", False)
HOME = ("home", "Ana Holm has her home in Narvik.", "lives_in", "Ana Holm", "Narvik", True)
NEAR = ("near", "Eva lives in Narvik.", "lives_in", "Eva", "Narvik", False)
BOSS = ("boss", "Flo leads Ana Holm.", "reports_to", "Ana Holm", "Flo", True)
PEER = ("peer", "Gil answers to Flo.", "reports_to", "Gil", "Flo", False)
SHARING: list[list[Row]] = [
    [ANA], [HOME], [BOSS], [ANA, BO], [ANA, CY], [ANA, OWNS], [HOME, NEAR], [BOSS, PEER],
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("who works at the same company as ana holm", {"bo", "cy"}),
        ("who shares an employer with ana holm", {"bo", "cy"}),
        ("who lives in the same place as ana holm", {"near"}),
        ("who has the same boss as ana holm", {"peer"}),
        ("quem trabalha na mesma empresa que a ana holm", {"bo", "cy"}),
        ("quien trabaja en la misma empresa que ana holm", {"bo", "cy"}),
        ("qui travaille dans la meme entreprise qu ana holm", {"bo", "cy"}),
        ("wer arbeitet in derselben firma wie ana holm", {"bo", "cy"}),
        ("wer wohnt in der gleichen stadt wie ana holm", {"near"}),
    ],
)
def test_who_has_the_same_is_found_over_what_is_shared(question: str, found: set[str]) -> None:
    fits, paths = path_fits(SHARING, asked(question, "ana holm"))
    assert {path[-1] for path in paths} == found
    assert {id_ for id_, fit in fits.items() if fit == THE_END} == found


@pytest.mark.parametrize(
    "question",
    [
        "does ana holm still work at the same company",
        "is ana holm at the same company as before",
        "who works with ana holm",
    ],
)
def test_the_same_as_before_is_nothing_that_two_share(question: str) -> None:
    assert path_fits(SHARING, asked(question, "ana holm")) == ({}, [])


def test_a_fact_that_says_who_shared_something_answers_by_itself() -> None:
    told = ("told", "Bo Lind shared the report with Ana Holm.", "shared_report_with", "Bo Lind", "Ana Holm", False)
    others = ("others", "Bo Lind shared the report with Cy Dahl.", "shared_report_with", "Bo Lind", "Cy Dahl", True)
    words = asked("who shared the report with ana holm", "ana holm")
    assert path_fits([[told], [told, others]], words) == ({}, [])
