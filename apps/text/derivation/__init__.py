"""Does a sentence follow from its source? By rules with names, German and English, without a model. Pure.

    derive("Die Gebühr ist 45 Euro.", ["Die Gebühr beträgt 45 Euro."])
    derive_rewrite("Die Unterlagen sind vorzulegen.", "Die Unterlagen müssen vorgelegt werden.")

Both give a `Derivation`: its level, the licences that were used, the differences that no rule explains. The burden
is on the sentence: what no rule explains is never called proved.

May import from this app: derivation.reading, derivation.rules, its root.
"""

from apps.text.derivation.derive_sentence import derive, derive_rewrite
from apps.text.derivation.outcome import Derivation, Difference, Level

__all__ = ["Derivation", "Difference", "Level", "derive", "derive_rewrite"]
