"""What the user and the site say about a study; what cannot be run is refused here, with exit code 64."""

import argparse
import datetime
import os
import shutil

import points
import table

HERE = os.path.dirname(os.path.abspath(__file__))
USAGE = 64
# What jobs/site.sh takes from the site's file.
FACTS = ("EPOCHMILL", "SITE", "SITE_LAUNCHER", "SITE_MPI", "SITE_RANKS_PER_NODE", "SITE_THREADS_PER_RANK", "SITE_SCRATCH")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(USAGE, "{}: {}; --help says what there is\n".format(self.prog, message))


def positive(text):
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError("expected a number of at least 1; found '{}'".format(text))
    return int(text)


def layout(text):
    ranks, _, threads = text.partition("x")
    if not (ranks.isdigit() and threads.isdigit() and int(ranks) and int(threads)):
        raise argparse.ArgumentTypeError("expected ranks of a node x threads of a rank, such as 8x16; found '{}'".format(text))
    return int(ranks), int(threads)


def counts(text):
    words = text.split()
    if not words or not all(word.isdigit() and int(word) for word in words):
        raise argparse.ArgumentTypeError("expected numbers of nodes, such as \"1 2 4 8\"; found '{}'".format(text))
    return sorted({int(word) for word in words})


def layouts(text):
    """Those of few cores first."""
    return sorted({layout(word) for word in text.split()}, key=lambda each: (each[0] * each[1], each))


def parse(arguments, description):
    parser = Parser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=counts, default=[1], help='numbers of nodes, "1 2 4 8"')
    parser.add_argument("--layouts", type=layouts, default=[],
                        help='ranks of a node x threads of a rank, "8x16 16x8"; by default the site\'s, and under mpirun 1x1 too')
    parser.add_argument("--repeats", type=positive, default=3)
    parser.add_argument("--synthetic", default=os.path.join(HERE, "synthetic.toml"),
                        help="a recipe of the synthetic source; its samples are multiplied by the cores of the largest point")
    parser.add_argument("--recipe", help="of a real source, after the synthetic one")
    parser.add_argument("--name", help="of that source in the table; by default the recipe's")
    parser.add_argument("--results", default=".", help="the folder for the table and the reports; by default this one")
    parser.add_argument("--resume", metavar="CSV", help="go on with this table: its trials are not run again")
    parser.add_argument("--probe-mib", type=positive, default=256, help="that a node writes to and reads from the storage")
    parser.add_argument("--plan", action="store_true", help="say what would be run, and run nothing")
    parser.add_argument("words", nargs="*", help="after --: options of `epochmill run` for --recipe")
    options = parser.parse_args(arguments)
    for name in FACTS:
        if not os.environ.get(name):
            parser.error("the environment has no {}: the site's file says it, and jobs/scale.sh reads that".format(name))
    options.parser = parser
    options.program = os.environ["EPOCHMILL"]
    options.site = os.path.splitext(os.path.basename(os.environ["SITE"]))[0]
    options.scratch = os.environ["SITE_SCRATCH"]
    options.date = datetime.date.today().isoformat()
    return options


def samples_of(options, recipe):
    """What the recipe's `samples` is for one core, times the cores of the largest point."""
    with open(recipe, encoding="utf-8") as file:
        found = [line.split("=")[1].split("#")[0] for line in file if line.replace(" ", "").startswith("samples=")]
    if len(found) != 1:
        options.parser.error("{}: expected one line 'samples = N'; found {}".format(recipe, len(found)))
    return int(found[0]) * options.nodes[-1] * max(ranks * threads for ranks, threads in options.layouts)


def complete(options, launcher):
    """The layouts and sources that the options leave open; what cannot be run ends here."""
    leave = options.parser.error
    if not options.layouts:
        own = "{SITE_RANKS_PER_NODE}x{SITE_THREADS_PER_RANK}".format(**os.environ)
        options.layouts = layouts(own + (" 1x1" if launcher.name == "mpirun" else ""))
    for nodes in options.nodes:
        for ranks, threads in options.layouts:
            refusal = launcher.refusal(nodes, ranks, threads)
            if refusal:
                leave(refusal)
    for recipe in filter(None, (options.synthetic, options.recipe)):
        if not os.path.isfile(recipe):
            leave("there is no recipe {}".format(recipe))
    if shutil.which(options.program) is None:
        leave("there is no program {}: build it, or say EPOCHMILL=PROGRAM".format(options.program))
    samples = "source.samples={}".format(samples_of(options, options.synthetic))
    options.sources = [points.Source("synthetic", os.path.abspath(options.synthetic), ["--set", samples])]
    if options.recipe:
        name = options.name or os.path.splitext(os.path.basename(options.recipe))[0]
        if name == "synthetic":
            leave("the name 'synthetic' is that of the computed source: say another by --name")
        options.sources.append(points.Source(name, os.path.abspath(options.recipe), options.words))
    elif options.words:
        leave("options of `epochmill run` ({}) are for --recipe, and there is none".format(" ".join(options.words)))


def results_path(options):
    """A table of its own for each study of a day."""
    if options.resume:
        if not os.path.isfile(options.resume):
            options.parser.error("there is no table {} to go on with".format(options.resume))
        try:
            table.read(options.resume)
        except ValueError as error:
            options.parser.error(str(error))
        return os.path.abspath(options.resume)
    base = os.path.join(os.path.abspath(options.results), "{}-{}".format(options.date, options.site))
    names = [base] + ["{}-{}".format(base, number) for number in range(2, 1000)]
    return next(name for name in names if not os.path.exists(name) and not os.path.exists(name + ".csv")) + ".csv"
