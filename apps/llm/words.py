"""Words that carry no subject: they are left out where texts are compared."""

STOP_WORDS = frozenset(
    """
    aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus
    bei beim bereits bin bis bist da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darf darin
    daruber darum darunter das dass davon dazu dem den denen denn der deren derzeit des deshalb dessen die dies diese diesem diesen
    dieser dieses doch dort du durch durfen ebenfalls ein eine einem einen einer eines einige einigen er erst es etwa etwas euch
    fur gegen gegenuber gemass gibt habe haben hat hatte hatten hier hierzu hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer ihres im immer in indem ins insbesondere ist ja jede jedem jeden jeder jedes jedoch jene jener jetzt
    kann kein keine keinem keinen keiner konnen konnte konnten mal man mehr mein meine mich mir mit
    mochte mochten muss mussen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit
    selbst sich sie sind so solche sollen sollte sollten soll somit sondern sonst sowie uber um und uns unser unsere unter
    viel viele vielen vom von vor wahrend wann war waren warum was weder weil weiter welche welchem welchen welcher
    welches wem wen wenn wer werde werden weshalb wessen wie wieder wieso wieviel will wir wird wo wobei wodurch wofur woher wohin
    womit worden wozu wurde wurden zu zum zur zwar zwischen
    hoch lange lang oft gilt gelten bitte danke
    a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its
    many much my no not of on or our shall should so such than that the their them then there these they this those
    to under was we were what when where which who whom why will with would you your
    """.split()
)
"""German and English, folded as in ngrams.fold."""
