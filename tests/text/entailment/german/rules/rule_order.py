"""Which rules of German clauses must stay in their order, found out by applying them in others.

    python -m tests.text.entailment.german.rules.rule_order [--orders 20]

Takes every German sentence in the tests of derivation as it is read, before any rule, and applies the rules in random
orders that keep the pairs of order_of_rules.tsv. Where a sentence comes out otherwise, the pair that causes it is
printed as a row for that file. Reading the sentences takes some seconds, each order about half of one.
"""

import argparse
import ast
import pickle
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from csv import QUOTE_NONE, DictReader
from functools import cache, wraps
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from apps.text.entailment import parse_statements
from apps.text.entailment.both_languages.apply_and_record_rules import comparable_content
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german import rules
from apps.text.entailment.german.rules import RULES, Rule, normalise_statement
from tests.text.entailment.read_cases import files_of_cases, read_cases

DERIVATION = Path(__file__).parents[2]
ROWS = Path(__file__).with_name("order_of_rules.tsv")
Form = tuple[list[object], list[str]]


class Read(NamedTuple):
    """A clause before any rule, and the sentence that it is of."""

    text: str
    statement: Statement


def name_of(rule: Rule) -> str:
    return f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}"


PLACES = {name_of(rule): place for place, (rule, _) in enumerate(RULES)}


@cache
def known_pairs() -> Mapping[tuple[int, int], str]:
    """Places of two rules that must stay in their order -> a sentence that comes out otherwise if they do not."""
    with ROWS.open(encoding="utf-8") as file:
        rows = DictReader(file, delimiter="\t", quoting=QUOTE_NONE)
        return {(PLACES[row["first"]], PLACES[row["second"]]): row["sentence"] for row in rows}


def german_sentences() -> list[str]:
    """Those in tests of derivation and in their cases, in the order of the alphabet.

    Not those of abused_rules.tsv: a third more, of which none comes out otherwise in another order.
    """
    paths = [path for path in DERIVATION.rglob("test_*.py") if "english" not in path.parts]
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    files = (path for path in files_of_cases() if "english" not in path.parts and path.stem != "abused_rules")
    texts |= {text for path in files for _, case in read_cases(path) for text in (case.quote, case.sentence)}
    return sorted(text for text in texts if text.endswith(".") and "\n" not in text)


def clauses_as_read(texts: Sequence[str]) -> list[Read]:
    """Their clauses before any rule; none of English texts."""
    found: list[Read] = []
    for text in texts:
        before: list[Statement] = []

        def keep(statement: Statement, before: list[Statement] = before) -> Statement:
            before.append(deepcopy(statement))
            return normalise_statement(statement)

        with patch.object(parse_statements, "normalise_statement", keep):
            parse_statements.parse_statements.__wrapped__(text)
        found += [Read(text, statement) for statement in before]
    return found


@cache
def german_clauses() -> Sequence[Read]:
    """Of all German sentences in tests of derivation; whoever changes a statement changes a copy."""
    return clauses_as_read(german_sentences())


@contextmanager
def rules_in_order(order: Iterable[int], change: Callable[[Rule], Rule] = lambda rule: rule) -> Iterator[None]:
    """The rules in another order, as places in the table, and each as `change` makes it."""
    table = tuple((change(RULES[place][0]), RULES[place][1]) for place in order)
    with patch.object(rules, "RULES", table):
        any_verb = rules.rules_for("")
        by_verb = {verb: rules.rules_for(verb) for verb in rules.OF_VERB}
        with patch.multiple(rules, OF_ANY_VERB=any_verb, OF_VERB=by_verb):
            yield


def copied(statement: Statement) -> Statement:
    """As deepcopy does, in half of its time."""
    copy: Statement = pickle.loads(pickle.dumps(statement))  # noqa: S301 - nobody else's
    return copy


def normal_form(statement: Statement) -> Form:
    """What is compared of it, and the licences, whose order says nothing."""
    done = normalise_statement(copied(statement))
    return comparable_content(done), sorted(done.licences)


def form_in_order(statement: Statement, order: Sequence[int]) -> Form:
    with rules_in_order(order):
        return normal_form(statement)


def random_order(seed: int) -> list[int]:
    """One that keeps each known pair in its order."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    before = {place: {first for first, second in known_pairs() if second == place} for place in range(len(RULES))}
    order: list[int] = []
    while before:
        free = sorted(place for place, firsts in before.items() if not firsts & before.keys())
        order.append(chance.choice(free))
        del before[order[-1]]
    return order


def exchanged(first: int, second: int) -> Iterator[list[int]]:
    """The order of the table but for the second rule, moved before the first; and but for the first, moved behind."""
    rest = [place for place in range(len(RULES)) if place != second]
    rest.insert(rest.index(first), second)
    yield rest
    rest = [place for place in range(len(RULES)) if place != first]
    rest.insert(rest.index(second) + 1, first)
    yield rest


def matters(first: int, second: int, statement: Statement) -> bool:
    """Whether the clause comes out otherwise when the two rules are exchanged."""
    own = normal_form(statement)
    return any(form_in_order(statement, order) != own for order in exchanged(first, second))


def rules_at_work(statement: Statement, order: Iterable[int]) -> set[int]:
    """Places of those that change anything of the clause in this order."""
    found: set[int] = set()

    def noting(rule: Rule) -> Rule:
        @wraps(rule)
        def applied(one: Statement) -> None:
            before = repr(one)
            rule(one)
            if repr(one) != before:
                found.add(PLACES[name_of(rule)])

        return applied

    with rules_in_order(order, noting):
        normal_form(statement)
    return found


def causes(read: Read, order: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs that the order exchanges and that the clause depends on."""
    at_work = sorted(rules_at_work(read.statement, range(len(RULES))) | rules_at_work(read.statement, order))
    turned = [(a, b) for a in at_work for b in at_work if a < b and order.index(b) < order.index(a)]
    return [pair for pair in turned if matters(*pair, read.statement)]


def row(pair: tuple[int, int], text: str) -> str:
    first, second = (name_of(RULES[place][0]) for place in pair)
    return f"{first}\t{second}\t{text}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--orders", type=int, default=20)
    clauses = german_clauses()
    printed: set[tuple[int, int]] = set()
    forms = [normal_form(read.statement) for read in clauses]
    for seed in range(parser.parse_args().orders):
        order = random_order(seed)
        with rules_in_order(order):
            other = [read for read, own in zip(clauses, forms, strict=True) if normal_form(read.statement) != own]
        found = {pair: read.text for read in other for pair in causes(read, order)}
        for pair in sorted(found.keys() - printed):
            sys.stdout.write(f"{row(pair, found[pair])}\n")
        printed |= found.keys()
        sys.stderr.write(f"order {seed}: {len(other)} clauses come out otherwise\n")


if __name__ == "__main__":
    main()
