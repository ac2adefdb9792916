"""English in other words: the passive, orders, phrases in front, clauses apart, and what none of it allows."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    (
        "The application must be submitted to the office by 31 March.",
        "You must submit the application to the office by 31 March.",
    ),
    (
        "The application must be submitted to the office by 31 March.",
        "Submit the application to the office by 31 March.",
    ),
    (
        "The application must be submitted to the office by 31 March.",
        "By 31 March, the application must be submitted to the office.",
    ),
    (
        "The council may revoke the permit if the conditions are not met.",
        "If the conditions are not met, the council may revoke the permit.",
    ),
    (
        "The council may revoke the permit if the conditions are not met.",
        "The permit may be revoked by the council if the conditions are not met.",
    ),
    (
        "Residents may park free of charge on Sundays.",
        "On Sundays, residents may park free of charge.",
    ),
    (
        "Residents may park free of charge on Sundays.",
        "Residents are allowed to park for free on Sundays.",
    ),
    (
        "Smoking is not permitted in the building.",
        "Smoking is not allowed in the building.",
    ),
    (
        "Smoking is not permitted in the building.",
        "Smoking is prohibited in the building.",
    ),
    (
        "The library is open from 9 am to 5 pm on weekdays.",
        "On weekdays, the library is open from 9 am to 5 pm.",
    ),
    (
        "The fee is 25 euros and must be paid in advance.",
        "The fee is 25 euros. It must be paid in advance.",
    ),
    (
        "The fee is 25 euros and must be paid in advance.",
        "The fee is 25 euros. The fee must be paid in advance.",
    ),
    (
        "The form must be completed and signed.",
        "You must complete and sign the form.",
    ),
    (
        "Dogs must be kept on a lead in the park.",
        "In the park, dogs must be kept on a lead.",
    ),
    (
        "Dogs must be kept on a lead in the park.",
        "Keep dogs on a lead in the park.",
    ),
    (
        "No refund will be given after the course has started.",
        "After the course has started, no refund will be given.",
    ),
    (
        "The committee decides on all applications within four weeks.",
        "Within four weeks, the committee decides on all applications.",
    ),
    (
        "All applications are decided by the committee within four weeks.",
        "The committee decides all applications within four weeks.",
    ),
    (
        "Visitors shall not feed the animals.",
        "Visitors must not feed the animals.",
    ),
    (
        "The hall must not be used after 10 pm.",
        "You must not use the hall after 10 pm.",
    ),
    (
        "The hall must not be used after 10 pm.",
        "The hall may not be used after 10 pm.",
    ),
    (
        "The permit is valid for two years from the date of issue.",
        "From the date of issue, the permit is valid for two years.",
    ),
    (
        "The deposit will be returned within 14 days.",
        "The deposit will be returned within two weeks.",
    ),
    (
        "Children under six do not pay.",
        "Children under six do not have to pay.",
    ),
    (
        "The officer may request additional documents.",
        "Additional documents may be requested by the officer.",
    ),
    (
        "A decision will be made within one month of receipt of the application.",
        "Within one month of receipt of the application, a decision will be made.",
    ),
    (
        "Cyclists and pedestrians may use the path.",
        "Pedestrians and cyclists may use the path.",
    ),
    (
        "Cyclists and pedestrians may use the path.",
        "The path may be used by cyclists and pedestrians.",
    ),
    (
        "You may appeal within one month, but you must do so in writing.",
        "You may appeal within one month. You must do so in writing.",
    ),
]


@pytest.mark.parametrize(("before", "rewrite"), DERIVED)
def test_another_wording_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


NOT_DERIVED = [
    (
        "The application must be submitted to the office by 31 March.",
        "The application may be submitted to the office by 31 March.",
    ),
    (
        "The council may revoke the permit if the conditions are not met.",
        "The council may revoke the permit if the conditions are met.",
    ),
    (
        "The council may revoke the permit if the conditions are not met.",
        "The council may revoke the permit.",
    ),
    (
        "The council may revoke the permit.",
        "The permit may revoke the council.",
    ),
    (
        "The landlord must inform the tenant.",
        "The tenant must inform the landlord.",
    ),
    (
        "The landlord must inform the tenant.",
        "The landlord must be informed by the tenant.",
    ),
    (
        "The landlord must inform the tenant.",
        "You must inform the tenant.",
    ),
    (
        "The permit may be revoked.",
        "You may revoke the permit.",
    ),
    (
        "Dogs must be kept on a lead in the park.",
        "Dogs must be kept on a lead.",
    ),
    (
        "Dogs must be kept on a lead.",
        "Dogs need not be kept on a lead.",
    ),
    (
        "You must not pay in cash.",
        "You do not have to pay in cash.",
    ),
    (
        "You do not have to pay in cash.",
        "You may not pay in cash.",
    ),
    (
        "The fee is 25 euros for adults and 10 euros for children.",
        "The fee is 10 euros for adults and 25 euros for children.",
    ),
    (
        "The fee is 25 euros for adults.",
        "For children, the fee is 25 euros.",
    ),
    (
        "No refund will be given after the course has started.",
        "A refund will be given after the course has started.",
    ),
    (
        "No refund will be given after the course has started.",
        "No refund will be given before the course has started.",
    ),
    (
        "Only residents may park here.",
        "Residents may park only here.",
    ),
    (
        "Only residents may park here.",
        "Residents may park here.",
    ),
    (
        "Residents may park here on Sundays.",
        "Residents may park here only on Sundays.",
    ),
    (
        "The office will send the form to the applicant.",
        "The applicant will send the form to the office.",
    ),
    (
        "Users who return books late pay a fee.",
        "Users pay a fee.",
    ),
    (
        "Users who live in the city may borrow books.",
        "In the city, users who live may borrow books.",
    ),
    (
        "Applications received after 30 September will not be considered.",
        "After 30 September, applications will not be considered.",
    ),
    (
        "The hall is open until 10 pm.",
        "The hall is open from 10 pm.",
    ),
    (
        "The hall closes at 6 pm and entry stops at 5 pm.",
        "The hall closes at 5 pm and entry stops at 6 pm.",
    ),
    (
        "The form must be signed by both parents.",
        "The form must be signed by one parent.",
    ),
    (
        "If you move, you must tell us and return the key.",
        "You must return the key.",
    ),
    (
        "You may appeal or pay.",
        "You may pay.",
    ),
    (
        "You must sign and return the form.",
        "You must sign or return the form.",
    ),
    (
        "The council covers the costs of the repair.",
        "The repair covers the costs of the council.",
    ),
    (
        "The rules applied in 2020.",
        "The rules apply in 2020.",
    ),
    (
        "The permit is valid for two years.",
        "The permit is not valid for two years.",
    ),
    (
        "Dogs are allowed on the beach except in July.",
        "Dogs are allowed on the beach in July.",
    ),
    (
        "The tenant is required to inform the landlord within a week.",
        "The tenant is required to inform the landlord within a month.",
    ),
    (
        "The application must be made before the event starts.",
        "The application must be made after the event starts.",
    ),
    (
        "The owner must keep the dog that bit the child on a lead.",
        "The owner must keep the child that bit the dog on a lead.",
    ),
    (
        "Members who have paid may vote.",
        "Members may vote who have not paid.",
    ),
    (
        "The manager informed the officer after the meeting with the mayor.",
        "After the meeting, the manager informed the officer with the mayor.",
    ),
    (
        "Fees for permits in zone A are paid by residents.",
        "Fees for permits are paid by residents in zone A.",
    ),
    (
        "You may use the hall and leave the lights on until 10 pm.",
        "You may use the hall.",
    ),
    (
        "You must sign the form and return it within a week.",
        "You must sign the form.",
    ),
    (
        "Tenants may keep cats and walk dogs on a lead.",
        "Tenants may walk dogs.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), NOT_DERIVED)
def test_another_meaning_is_not_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert not derive_rewrite(source, claim).proved
