"""Official English as plain English says it, and lies that lie beside each rule."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    ("The council may waive the fee.", "The council can waive the fee."),
    ("In special cases the court may extend the period.", "The court can extend the period in special cases."),
    ("A person must not enter the site.", "You must not enter the site."),
    (
        "A person must not keep a dog unless that person holds a permit.",
        "You must not keep a dog unless you hold a permit.",
    ),
    ("No person shall enter the site without a permit.", "Nobody may enter the site without a permit."),
    ("The owner is responsible for cleaning the pavement.", "The owner must clean the pavement."),
    ("Employees are entitled to at least 28 days of leave.", "Employees have a right to at least 28 days of leave."),
    ("In the event of a storm, the park is closed.", "If there is a storm, the park is closed."),
    ("Visitors must be at least 16 years of age.", "Visitors must be 16 or over."),
    ("Persons aged 65 or over do not pay the fee.", "Persons aged at least 65 do not pay the fee."),
    ("Children under the age of 12 years must wear a helmet.", "Children under 12 must wear a helmet."),
    ("The applicant must sign his or her form.", "The applicant must sign their form."),
    ("Small firms are not subject to this rule.", "This rule does not apply to small firms."),
    ("Any change of name must be reported to the office.", "You must report a change of name to the office."),
    (
        "If a driver fails to stop, the driver must pay a fine.",
        "If a driver does not stop, the driver must pay a fine.",
    ),
    ("Visitors are prohibited from entering the depot.", "Visitors must not enter the depot."),
    ("Camping is not permitted when a warning is displayed.", "You must not camp when a warning is displayed."),
    ("The fee cannot be refunded.", "The fee is not refunded."),
    ("The contractor shall obtain the approval of the council.", "The contractor must get the council's approval."),
    ("The court shall have regard to the report.", "The court must consider the report."),
    ("The board shall consist of five members.", "The board consists of five members."),
    ("Failure to register may result in a fine.", "If you do not register, you may be fined."),
    ("Every person must sign the form.", "You must sign the form."),
    ("A person may use the hall.", "You may use the hall."),
    ("The tenant is responsible for removing the snow.", "The tenant must remove the snow."),
    ("The council shall appoint a clerk.", "The council appoints a clerk."),
    ("The clerk shall be appointed by the council.", "The council appoints the clerk."),
    ("This section shall apply to small firms.", "This section applies to small firms."),
    ("Five members shall constitute a quorum.", "Five members constitute a quorum."),
    ("The application shall be deemed withdrawn.", "The application is deemed withdrawn."),
]


@pytest.mark.parametrize(("before", "rewrite"), DERIVED)
def test_plain_words_for_the_same_are_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


LIES = [
    ("The council can waive the fee.", "The council must waive the fee."),
    ("The council may waive the fee.", "The council will waive the fee."),
    ("If the council may waive the fee, it must say so.", "If the council can waive the fee, it may say so."),
    ("The room can hold 20 people.", "The room must hold 20 people."),
    ("A person in charge of a dog must not enter the site.", "You must not enter the site."),
    ("You must not enter the site.", "A person must enter the site."),
    ("That person must sign the form.", "You must sign the form."),
    ("A person elected by the board must sign the form.", "You must sign the form."),
    (
        "A person must not keep a dog unless the owner holds a permit.",
        "You must not keep a dog unless you hold a permit.",
    ),
    ("No person shall enter the site without a permit.", "Nobody may enter the site with a permit."),
    ("Nobody may enter the site.", "A person may enter the site."),
    ("The owner is responsible for the cleaning of the pavement.", "The tenant must clean the pavement."),
    ("The owner is not responsible for cleaning the pavement.", "The owner must clean the pavement."),
    ("The owner was responsible for cleaning the pavement.", "The owner must clean the pavement."),
    ("The owner is responsible for cleaning the pavement.", "The owner must not clean the pavement."),
    ("Employees are entitled to at least 28 days of leave.", "Employees have a right to at most 28 days of leave."),
    ("Employees are not entitled to 28 days of leave.", "Employees have a right to 28 days of leave."),
    ("Employees are entitled to 28 days of leave.", "Employees must take 28 days of leave."),
    ("In the event of a storm, the park is closed.", "If there is no storm, the park is closed."),
    ("In the event of a storm, the park is closed.", "If there was a storm, the park is closed."),
    ("Visitors must be at least 16 years of age.", "Visitors must be 16 or under."),
    ("Visitors must be 16 or over.", "Visitors must be over 16."),
    ("Visitors must be over 16.", "Visitors must be 16 or over."),
    ("Children under the age of 12 months must wear a helmet.", "Children under 12 must wear a helmet."),
    ("The applicant must sign his or her form.", "The applicant must sign the form of the office."),
    ("Small firms are not subject to this rule.", "This rule applies to small firms."),
    (
        "If the landlord does not register, this may result in a fine.",
        "If the landlord does not register, you may be fined.",
    ),
    (
        "If the employer fails to register, this may result in a fine.",
        "You may be fined if the employer does not register.",
    ),
    ("Fees are subject to change.", "Change applies to fees."),
    ("Small firms are subject to this rule.", "This rule is subject to small firms."),
    ("Any change of name must be reported to the office.", "You must report no change of name to the office."),
    ("A change of name must be reported to the office.", "Any change must be reported to the office."),
    ("If a driver fails to stop, the driver must pay a fine.", "If a driver stops, the driver must pay a fine."),
    ("If a driver does not fail to stop, the driver may go on.", "If a driver does not stop, the driver may go on."),
    ("Visitors are prohibited from entering the depot.", "Visitors may enter the depot."),
    ("Visitors are not prohibited from entering the depot.", "Visitors must not enter the depot."),
    ("Camping is not permitted when a warning is displayed.", "You may camp when a warning is displayed."),
    ("The fee is not refunded.", "The fee cannot be refunded."),
    ("The fee may not be refunded.", "The fee is not refunded."),
    ("The fee can be refunded.", "The fee is refunded."),
    ("The contractor shall obtain the approval of the council.", "The council must get the contractor's approval."),
    ("The thief may obtain the goods.", "The thief may receive the goods."),
    ("The board shall consist of five members.", "The board consists of four members."),
    ("The hall shall be clean.", "The hall is clean."),
    ("The tenant shall pay the rent.", "The tenant pays the bill."),
    ("Failure to register may result in a fine.", "If you register, you may be fined."),
    ("Failure to register may result in a fine.", "If you do not register, you must be fined."),
    ("Failure to register cannot result in a fine.", "If you do not register, you may be fined."),
    ("A person must supervise the pool at all times.", "You must supervise the pool at all times."),
    ("A person must be present at the entrance at all times.", "You must be present at the entrance at all times."),
    ("A person must attend the machine while it is running.", "You must attend the machine while it is running."),
    ("A person should attend the machine.", "You should attend the machine."),
    ("A person may be present in the hall.", "You may be present in the hall."),
    ("The landlord must provide the flat.", "The landlord must furnish the flat."),
    ("The flat is furnished by the landlord.", "The flat is provided by the landlord."),
    ("The flat is provided by the landlord.", "The flat is furnished by the landlord."),
    ("The application includes a photo.", "The application shall include a photo."),
    ("The application shall include a photo.", "The application includes a photo."),
    ("The application shall consist of two forms.", "The application consists of two forms."),
    ("The tenant applies for a licence.", "The tenant shall apply for a licence."),
    ("The tenant shall apply for a licence.", "The tenant applies for a licence."),
    ("The tenant shall apply to the council.", "The tenant applies to the council."),
    ("The painter shall apply the paint.", "The painter applies the paint."),
    ("The applicant shall appoint a representative.", "The applicant appoints a representative."),
    ("A representative shall be appointed by the applicant.", "A representative is appointed by the applicant."),
    ("The council shall constitute a committee.", "The council constitutes a committee."),
    ("The board consists of five members.", "The board shall consist of five members."),
    ("The council is responsible for issuing parking permits.", "The council must issue parking permits."),
    ("The mayor is responsible for appointing the deputy.", "The mayor must appoint the deputy."),
    ("The owner is responsible for approving the plan.", "The owner must approve the plan."),
]


@pytest.mark.parametrize(("source", "claim"), LIES)
def test_no_lie_beside_them_is_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved
    assert derive_rewrite(source, claim).level is not Level.DERIVED


NOT_ACCUSED = [
    (
        "Children under the age of 12 years shall be accompanied by an adult.",
        "Children under 12 must be with an adult.",
    ),
    ("Applicants must be at least 18 years of age and resident here.", "You must be 18 or over and live here."),
    (
        "No fee is payable by persons in receipt of income support.",
        "You do not have to pay a fee if you get income support.",
    ),
    (
        "It is an offence to obstruct an inspector in his or her duties.",
        "Whoever obstructs an inspector in their duties commits an offence.",
    ),
    (
        "Where two or more persons are liable, each pays the whole.",
        "If several people are liable, each pays the whole.",
    ),
    ("Use of the hall is free; copies are subject to a fee.", "You can use the hall for free. You pay for copies."),
    (
        "Either party may end the contract subject to two months' notice.",
        "Both sides can end it with two months' notice.",
    ),
    (
        "Bicycles may not be taken on the train between 7 a.m. and 9 a.m.",
        "You cannot take your bike on the train from 7 to 9.",
    ),
    ("Members may be excluded despite two reminders.", "If we have reminded you twice, you can be excluded."),
    (
        "A certificate is needed after more than three calendar days.",
        "Are you ill for over three days? Bring a certificate.",
    ),
    ("The data shall be erased within six months.", "We delete your data within half a year."),
    (
        "Whoever knowingly or recklessly makes a false statement commits an offence.",
        "It is an offence to make a false statement.",
    ),
    ("Unless otherwise agreed, rent is payable monthly.", "Pay the rent every month. You can agree something else."),
]


@pytest.mark.parametrize(("before", "rewrite"), NOT_ACCUSED)
def test_a_faithful_rewrite_is_not_accused(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is not Level.LOST, str(found)


LOST = [
    (
        "Bicycles may not be taken on the train between 7 a.m. and 9 a.m.",
        "You cannot take your bike on the train from 7 to 10.",
    ),
    ("The data shall be erased within six months.", "We delete your data within half a day."),
    ("Entry is allowed subject to the approval of the office.", "Entry is allowed."),
    ("Unless the owner consents, the hall must not be used.", "The hall must not be used. It is closed on Sundays."),
    ("Bring a passport or a permit to the office.", "Bring a passport and a permit to the office."),
    ("Children under the age of 12 years must wear a helmet.", "Children must wear a helmet."),
]


@pytest.mark.parametrize(("before", "rewrite"), LOST)
def test_what_is_gone_is_still_lost(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.LOST, str(found)
