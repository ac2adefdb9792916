from apps.chat.channels.answer import answer_of
from apps.chat.events import Done


def test_an_answer_about_the_whole_collection_says_so_in_every_channel() -> None:
    def notices(algorithm: str) -> tuple[str, ...]:
        return answer_of(Done("1", "2", "refused", "Text", "", algorithm=algorithm), "en").notices

    assert notices("hybrid") == ()
    assert ["whole collection" in notice for notice in notices("graph-global")] == [True]
