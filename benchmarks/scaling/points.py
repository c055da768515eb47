"""The points of a study: sources x repeats x nodes x layouts, strong and weak."""


class Source:
    """A recipe under the name that the table has for it."""

    def __init__(self, name, recipe, words):
        self.name = name
        self.recipe = recipe
        self.words = words


class Trial:
    def __init__(self, source, series, nodes, ranks, threads, repeat, parts):
        self.source = source
        self.series = series
        self.nodes = nodes
        self.ranks = ranks  # of a node
        self.threads = threads
        self.repeat = repeat
        self.parts = parts  # of the recipe; the first is milled

    def columns(self):
        return {"source": self.source.name, "series": self.series, "nodes": self.nodes, "ranks": self.nodes * self.ranks,
                "threads": self.threads, "repeat": self.repeat}

    def label(self):
        return "{} {}: {} node{} x {} rank{} x {} thread{}, repeat {}".format(
            self.source.name, self.series, *(word for count in (self.nodes, self.ranks, self.threads)
                                             for word in (count, "" if count == 1 else "s")), self.repeat)

    def report(self):
        # A weak trial of all parts is the strong one.
        series = "strong" if self.parts == 1 else "weak"
        return "{}-{}-n{}-r{}-t{}-{}.json".format(self.source.name, series, self.nodes, self.ranks, self.threads, self.repeat)


def parts_of(largest, nodes):
    return int(largest / nodes + 0.5)


def trials_of(options):
    """Repeats are the outer loop: what changes slowly on a machine then changes every point alike."""
    for source in options.sources:
        for repeat in range(1, options.repeats + 1):
            for nodes in options.nodes:
                for ranks, threads in options.layouts:
                    yield Trial(source, "strong", nodes, ranks, threads, repeat, 1)
                    yield Trial(source, "weak", nodes, ranks, threads, repeat, parts_of(options.nodes[-1], nodes))
