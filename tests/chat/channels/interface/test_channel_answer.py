from apps.chat.channels.interface.channel_answer import build_answer
from apps.chat.turn_state.turn_events import TurnDone


def test_an_answer_about_the_whole_collection_says_so_in_every_channel() -> None:
    def notices(algorithm: str) -> tuple[str, ...]:
        return build_answer(TurnDone("1", "2", "refused", "Text", "", algorithm=algorithm), "en").notices

    assert notices("hybrid") == ()
    assert ["whole collection" in notice for notice in notices("graph-global")] == [True]
