"""Deletes merge suggestions about names that no remaining text contains."""

from collections.abc import Sequence

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.graph.extraction.entity_keys import name_in_key, name_key

SAID = "SELECT DISTINCT mention.name FROM graph_mention mention JOIN graph_unit unit ON unit.id = mention.unit_id"
SAID_HERE = f"{SAID} WHERE unit.document_id = ANY(%s)"
SAID_ELSEWHERE = f"{SAID} WHERE mention.build_id = ANY(%s) AND unit.document_id <> ALL(%s)"
SUGGESTIONS = """
    SELECT suggestion.id, suggestion.key, suggestion.other_key, suggestion.name, suggestion.other_name
    FROM graph_mergesuggestion suggestion JOIN graph_build build ON build.index_id = suggestion.index_id
    WHERE build.id = ANY(%s)
"""


def delete_merge_suggestions(documents: Sequence[int], builds: Sequence[int]) -> int:
    """Decided ones too: they name what has left. How many. Two queries, two more where names are concerned."""
    here = {name for (name,) in fetch_rows(SAID_HERE, [list(documents)])}
    keys_here = set(map(name_key, here))
    concerned = {
        row[0]: (set(map(name_in_key, row[1:3])), set(row[3:5]))
        for row in fetch_rows(SUGGESTIONS, [list(builds)])
        if here & set(row[3:5]) or keys_here & set(map(name_in_key, row[1:3]))
    }
    if not concerned:
        return 0
    elsewhere = {name for (name,) in fetch_rows(SAID_ELSEWHERE, [list(builds), list(documents)])}
    gone, keys_gone = here - elsewhere, keys_here - set(map(name_key, elsewhere))
    lost = [row for row, (keys, names) in concerned.items() if keys & keys_gone or names & gone]
    return execute_sql("DELETE FROM graph_mergesuggestion WHERE id = ANY(%s)", [lost])
