"""English nouns that name an act, and the clauses that say the same."""

import pytest

from apps.text.entailment import derive

TRUE = [
    ("The fence stays until the decision of the court.", "The fence stays until the court decides."),
    ("The claim lapses after the expiry of the deadline.", "The claim lapses when the deadline has expired."),
    ("The contract ends on the death of the tenant.", "The contract ends when the tenant dies."),
    (
        "The conversion is only allowed with the consent of the owner.",
        "The conversion is only allowed if the owner consents.",
    ),
    (
        "Bicycles may be carried with the agreement of the driver.",
        "Bicycles may be carried if the driver agrees.",
    ),
    (
        "Due to renovation of the town hall the office remains closed.",
        "The office remains closed because the town hall is being renovated.",
    ),
    ("The flat is let after the removal of the furniture.", "The flat is let after the furniture has been removed."),
    (
        "The form must be received on or before 31 March.",
        "The form must be received by 31 March.",
    ),
]
FALSE = [
    ("The fence stays until the decision of the court.", "The fence stays until the owner decides."),
    ("The fence stays until the decision of the court.", "The court decides that the fence stays."),
    ("The claim lapses after the expiry of the deadline.", "The claim lapses before the deadline has expired."),
    ("The claim lapses when the deadline expires.", "The claim lapses when the deadline has been extended."),
    ("The contract ends on the death of the tenant.", "The contract ends when the landlord dies."),
    (
        "The conversion is only allowed with the consent of the owner.",
        "The conversion is only allowed if the tenant consents.",
    ),
    (
        "The conversion is allowed with the consent of the owner.",
        "The conversion is only allowed if the owner does not consent.",
    ),
    ("The shop stays closed until the inspection of the office.", "The shop stays closed until the office inspects."),
    (
        "The locker is emptied after the termination of the employee.",
        "The locker is emptied after the employee terminates.",
    ),
    ("The flat is let after the removal of the tenant.", "The flat is let after the tenant removes."),
    ("Bicycles are allowed if the driver agrees.", "Bicycles are only allowed with the agreement of the driver."),
    (
        "The council closed the pool with the approval of the mayor.",
        "The council closed the pool if the mayor approves.",
    ),
    ("The form must be received on or before 31 March.", "The form must be received before 31 March."),
    ("The form must be received on or after 31 March.", "The form must be received by 31 March."),
    ("Members who joined on or after 1 May pay 5 euros.", "Members who joined after 1 May pay 5 euros."),
]


@pytest.mark.parametrize(("quote", "claim"), TRUE)
def test_an_act_is_told_by_its_noun(quote: str, claim: str) -> None:
    found = derive(claim, [quote])
    assert found.proved, str(found)


@pytest.mark.parametrize(("quote", "claim"), FALSE)
def test_another_act_or_another_time_is_not(quote: str, claim: str) -> None:
    assert not derive(claim, [quote]).proved
