"""Compare the answers of the graph with the answers that the demo expects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape

RIGHT, WRONG = "[green]✓[/]", "[bold red]✗[/]"


@dataclass(slots=True)
class Answers:
    """Prints questions with their answers, and counts the right and collects the wrong ones."""

    console: Console
    right: int = 0
    wrong: list[str] = field(default_factory=list)

    def chapter(self, title: str, note: str) -> None:
        """Print a heading, and a line that explains the chapter."""
        self.console.print()
        self.console.rule(f"[bold]{title}[/]", align="left", style="dim")
        self.console.print(f"[dim]{note}[/]")

    def check(self, question: str, got: str, expected: str) -> None:
        """Check a question with one answer."""
        self._note(question, got, expected, got == expected)

    def check_all(self, question: str, got: Iterable[str], expected: Iterable[str]) -> None:
        """Check a question whose answer is a set."""
        actual, required = sorted(set(got)), sorted(set(expected))
        self._note(question, ", ".join(actual) or "–", ", ".join(required), actual == required)

    def check_contains(self, question: str, got: Iterable[str], expected: Iterable[str]) -> None:
        """Check a question whose answer must contain at least the expected ones."""
        actual, required = set(got), set(expected)
        self._note(question, ", ".join(sorted(actual)) or "–", ", ".join(sorted(required)), required <= actual)

    def _note(self, question: str, got: str, expected: str, is_right: bool) -> None:
        self.console.print(f" {RIGHT if is_right else WRONG} {escape(question)}  [bold]{escape(got)}[/]")
        if is_right:
            self.right += 1
        else:
            self.console.print(f"     expected: {expected}", markup=False)
            self.wrong.append(question)

    def tell(self) -> bool:
        """Print the totals and return whether all answers were right."""
        total = self.right + len(self.wrong)
        self.console.print()
        if self.wrong:
            self.console.print(
                f"{WRONG} {len(self.wrong)} of {total} answers are wrong: {escape('; '.join(self.wrong))}"
            )
        else:
            self.console.print(f"{RIGHT} all {total} answers are right")
        return not self.wrong
