"""Who loads an installation comes to an end, however many share the work."""

import pytest

from benchmarks.cluster_parts.load import Load


@pytest.mark.parametrize(("documents", "uploaders"), [(0, 3), (2, 3), (7, 3)])
def test_all_is_uploaded_once_and_nobody_is_waited_for(
    documents: int, uploaders: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploaded: list[int] = []
    monkeypatch.setattr(Load, "upload", lambda _self, _collection, number, _chance: uploaded.append(number))
    load = Load(["http://localhost"], "token", asked=1)
    load.start(by_rest=0, by_socket=0, uploads=range(documents), pause=0.0, uploaders=uploaders)
    for thread in load.threads:
        thread.join(timeout=5)
    assert sorted(uploaded) == list(range(documents))
    assert load.uploading == 0
