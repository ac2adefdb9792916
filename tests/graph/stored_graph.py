"""What tests look at in the tables of a graph."""

from apps.graph.models import Build, Community, Entity


def names() -> set[str]:
    return set(Entity.objects.values_list("name", flat=True))


def covered_once(run: Build) -> bool:
    levels = range(run.depth())
    each = [
        list(
            Community.objects.filter(build=run, level__lte=level, last_level__gte=level).values_list(
                "members__entity", flat=True
            )
        )
        for level in levels
    ]
    everybody = sorted(Entity.objects.filter(build=run).values_list("pk", flat=True))
    return all(sorted(members) == everybody for members in each)
