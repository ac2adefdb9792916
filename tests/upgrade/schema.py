"""What a database is made of, in lines that do not depend on the order in which it was made."""

import re

from tests.upgrade.database import Database

FORMER = {
    "chat_interaction": "chat_gesture",
    "chat_interactionkey": "chat_gesturekey",
    "chat_improvementnote": "chat_promise",
}
"""Tables were renamed; what Django and PostgreSQL had named after them was not. These names nobody uses."""

TABLES = """
    SELECT relname, relkind::text, relpersistence::text FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
"""
COLUMNS = """
    SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity::text, attgenerated::text,
        attstorage::text, attstattarget, pg_get_expr(adbin, adrelid)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
"""
CONSTRAINTS = """
    SELECT relname, conname, pg_get_constraintdef(k.oid) FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid
    WHERE relnamespace = 'public'::regnamespace
"""
INDEXES = """
    SELECT tablename, indexname, regexp_replace(indexdef, ' INDEX \\S+ ON ', ' INDEX ON ') FROM pg_indexes
    WHERE schemaname = 'public'
"""
TRIGGERS = """
    SELECT relname, tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal
"""
FUNCTIONS = """
    SELECT proname, pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
"""
SEQUENCES = "SELECT sequencename, data_type::text, increment_by FROM pg_sequences WHERE schemaname = 'public'"
EXTENSIONS = "SELECT extname FROM pg_extension"


def schema_of(database: Database) -> list[str]:
    """A line for each table, column, constraint, index, trigger, function, sequence and extension."""
    named = [("constraint", CONSTRAINTS), ("index", INDEXES)]
    plain = [
        ("table", TABLES),
        ("column", COLUMNS),
        ("trigger", TRIGGERS),
        ("function", FUNCTIONS),
        ("extension", EXTENSIONS),
    ]
    lines = [f"{kind} {row}" for kind, query in plain for row in database.fetch(query)]
    for kind, query in named:
        lines += [f"{kind} {(table, given(table, name), text)}" for table, name, text in database.fetch(query)]
    lines += [f"sequence {(present(name), *rest)}" for name, *rest in database.fetch(SEQUENCES)]
    return sorted(lines)


def given(table: str, name: str) -> str:
    """The name if a model or a migration has chosen it; else it begins with its table's."""
    return "" if name.startswith((f"{table}_", f"{FORMER.get(table, table)}_", "chat_delivery_gesture_")) else name


def present(name: str) -> str:
    """A sequence's name begins with its table's."""
    for table, former in FORMER.items():
        name = name.replace(f"{former}_id_seq", f"{table}_id_seq")
    return name


def without_brackets(line: str) -> str:
    """A line as it reads whether or not its database was loaded from a dump, which adds casts and brackets."""
    return re.sub(r"::(character varying|text)(\[\])?|[()\s]", "", line)
