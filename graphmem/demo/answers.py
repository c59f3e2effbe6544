"""The answers that the demo expects, and whether the graph gave them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape

RIGHT, WRONG = "[green]✓[/]", "[bold red]✗[/]"


@dataclass(slots=True)
class Answers:
    """Prints questions with their answers and remembers which were wrong."""

    console: Console
    right: int = 0
    wrong: list[str] = field(default_factory=list)

    def check(self, question: str, got: str, expected: str) -> None:
        """One question with one answer."""
        self._note(question, got, expected, got == expected)

    def check_all(self, question: str, got: Iterable[str], expected: Iterable[str]) -> None:
        """One question whose answer is a set."""
        found, wanted = sorted(set(got)), sorted(set(expected))
        self._note(question, ", ".join(found) or "–", ", ".join(wanted), found == wanted)

    def check_contains(self, question: str, got: Iterable[str], expected: Iterable[str]) -> None:
        """One question whose answer has at least these."""
        found, wanted = set(got), set(expected)
        self._note(question, ", ".join(sorted(found)) or "–", ", ".join(sorted(wanted)), wanted <= found)

    def _note(self, question: str, got: str, expected: str, is_right: bool) -> None:
        self.console.print(f" {RIGHT if is_right else WRONG} {escape(question)}  [bold]{escape(got)}[/]")
        if is_right:
            self.right += 1
        else:
            self.console.print(f"     expected: {expected}", markup=False)
            self.wrong.append(question)

    def tell(self) -> bool:
        """Prints the sum; whether all answers were right."""
        asked = self.right + len(self.wrong)
        self.console.print()
        if self.wrong:
            self.console.print(
                f"{WRONG} {len(self.wrong)} of {asked} answers are wrong: {escape('; '.join(self.wrong))}"
            )
        else:
            self.console.print(f"{RIGHT} all {asked} answers are right")
        return not self.wrong
