"""Invented facts for the calibration of an embedder: each with the same in other words, and with a related fact.

All facts are about one person at a time. Two facts of different rows have nothing to do with each other.
"""

from __future__ import annotations

from typing import NamedTuple


class CalibrationFact(NamedTuple):
    """A fact, the same fact in other words, and another fact about the same matter."""

    told: str
    restated: str
    related: str


PEOPLE = ("Ines", "Matti", "Oluwaseun", "Greta", "Rui")
FACTS = tuple(
    CalibrationFact(*(part.strip() for part in line.split("|")))
    for line in """
{0} works at a print shop | {0} is employed by a print shop | {0} repairs the presses of the print shop
{0} is allergic to walnuts | {0} cannot eat walnuts because of an allergy | {0} carries an allergy pen
{0} plays the cello | {0} is a cello player | {0} took cello lessons for six years
{0} lives in Tampere | {0} has a home in Tampere | {0} rents two rooms in Tampere
{0} adopted a greyhound | {0} took in a greyhound from the shelter | {0} walks the greyhound at dawn
{0} drives an old tram | {0} is a tram driver | {0} passed the exam for tram drivers
{0} likes bitter chocolate | {0} enjoys dark, bitter chocolate | {0} bakes a chocolate cake on Sundays
{0} is learning Georgian | {0} studies the Georgian language | {0} reads a Georgian newspaper
{0} broke a wrist in March | {0} fractured a wrist in March | {0} wears a cast on the wrist
{0} paid back the loan for the roof | {0} settled the roof loan | {0} borrowed money for the roof
{0} uses a Linux laptop | {0} has a laptop that runs Linux | {0} compiles the Linux kernel
{0} votes in the cooperative | {0} has a vote in the cooperative | {0} is on the board of the cooperative
{0} swims in the lake before breakfast | {0} goes for a morning swim in the lake | {0} bought a wetsuit for the lake
{0} has a meeting on Tuesday at ten | {0} meets the auditors on Tuesday at ten o'clock | {0} prepared slides for the meeting
{0} collects stamps from Brazil | {0} has a collection of Brazilian stamps | {0} traded a stamp with a collector
{0} is married to a pharmacist | {0} has a pharmacist as a spouse | {0} met the pharmacist at a wedding
{0} wrote a report about bridges | {0} is the author of a report on bridges | {0} measured cracks in three bridges
{0} dislikes loud restaurants | {0} can't stand noisy restaurants | {0} booked a quiet restaurant
{0} was born in a leap year | {0} has a birth date in a leap year | {0} celebrates the birthday on the first of March
{0} cancelled the gym subscription | {0} ended the membership at the gym | {0} trained at the gym for a year
{0} grows tomatoes on the balcony | {0} has tomato plants on the balcony | {0} waters the tomatoes twice a day
{0} fixed the bug in the login page | {0} repaired the error of the login page | {0} tested the login page
{0} saw a meteor last night | {0} watched a meteor fall last night | {0} owns a telescope
{0} needs a visa for Vietnam | {0} has to apply for a visa for Vietnam | {0} flies to Hanoi in autumn
{0} gave a talk about honey bees | {0} spoke about honey bees on a stage | {0} keeps two beehives
{0} sold the red bicycle | {0} found a buyer for the red bicycle | {0} oiled the chain of the bicycle
{0} prefers tea to coffee | {0} would rather have tea than coffee | {0} ordered green tea
{0} is afraid of elevators | {0} fears elevators | {0} takes the stairs to the ninth floor
{0} leads the billing team | {0} is the head of the billing team | {0} hired two people for billing
{0} lost the house keys | {0} cannot find the keys of the house | {0} changed the lock of the house
""".strip().splitlines()
)
"""Rows of facts; {0} is the person."""
