"""One HTML page with everything in it: pictures, numbers, and how to read them. It loads nothing from anywhere."""

import dataclasses
import html
import re

import picture

_STYLE = """
:root { color-scheme: light dark; --ink: #1f2329; --paper: #fdfdfe; --grid: #d3d8df; --muted: #59636e; --warn: #b03a08;
        --link: #0b5fc2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --paper: #14171c; --grid: #363d47; --muted: #9aa4b0; --warn: #ff9a5c; --link: #7db7ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 62rem; background: var(--paper); color: var(--ink);
       font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .6rem 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
.facts { color: var(--muted); margin: 0; } nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: 0; list-style: none; }
.warning { border: 1px solid var(--warn); border-left-width: .4rem; color: var(--warn); padding: .5rem .8rem; font-weight: 600; }
figure { margin: 0; } figcaption { max-width: 46rem; }
.scroll { overflow-x: auto; border: 1px solid var(--grid); border-radius: .4rem; }
.scroll svg { display: block; width: 100%; min-width: 40rem; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: .6rem; color: var(--muted); }
th, td { padding: .35rem .6rem; text-align: right; border-top: 1px solid var(--grid); white-space: nowrap; }
thead th { vertical-align: bottom; white-space: normal; } .text { text-align: left; }
"""


@dataclasses.dataclass(frozen=True)
class Picture:
    name: str  # of its files, and its anchor
    title: str
    svg: str
    says: str  # the same in words, for those who do not see it
    reading: str


def _inline(one):
    """The picture's SVG as a part of the page: with the page's colours, names of its own, and words for screen readers."""
    svg = one.svg[one.svg.index("<svg"):]
    start, rest = svg.split(">", 1)
    view = re.search(r'viewBox="[^"]+"', start).group(0)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.S)
    rest = re.sub(r'\b(id="|xlink:href="#|url\(#)', rf"\g<1>{one.name}-", rest).replace("xlink:href", "href")
    for color, variable in ((picture.INK, "--ink"), (picture.PAPER, "--paper"), (picture.GRID, "--grid"),
                            (picture.WARNING, "--warn")):
        rest = re.sub(rf'([":] ?){color}', rf"\g<1>var({variable})", rest)
    # Presentation attributes know no variables.
    rest = re.sub(r'\b(fill|stroke)="(var\([^)]+\))"', r'style="\1: \2"', rest)
    return (f'<svg {view} role="img" aria-labelledby="{one.name}-title {one.name}-says">'
            f'<title id="{one.name}-title">{html.escape(one.title)}</title>'
            f'<desc id="{one.name}-says">{html.escape(one.says)}</desc>{rest}')


def _figure(one):
    title = html.escape(one.title)
    return f"""<section aria-labelledby="{one.name}">
<h2 id="{one.name}">{title}</h2>
<figure>
<div class="scroll" tabindex="0" role="region" aria-label="{title}: picture, may scroll sideways">{_inline(one)}</div>
<figcaption><p>{html.escape(one.says)}</p><p><b>How to read it.</b> {html.escape(one.reading)}</p></figcaption>
</figure>
</section>"""


def _table(caption, columns, rows):
    """`columns`: (heading, whether it is text); the first cell of a row heads it."""
    def cell(tag, text, is_text, more=""):
        return f"<{tag}{more}{' class=' + chr(34) + 'text' + chr(34) if is_text else ''}>{html.escape(str(text))}</{tag}>"

    head = "".join(cell("th", name, is_text, ' scope="col"') for name, is_text in columns)
    body = "\n".join("<tr>" + "".join(cell("td" if i else "th", text, is_text, "" if i else ' scope="row"')
                                      for i, (text, (_, is_text)) in enumerate(zip(row, columns))) + "</tr>" for row in rows)
    return f"""<section aria-labelledby="numbers"><h2 id="numbers">The numbers</h2>
<div class="scroll" tabindex="0" role="region" aria-label="The numbers: table, may scroll sideways">
<table><caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>
{body}
</tbody></table></div></section>"""


def page(title, facts, warning, pictures, table):
    """The page's text. `table`: caption, columns and rows."""
    links = "".join(f'<li><a href="#{one.name}">{html.escape(one.title)}</a></li>' for one in pictures)
    note = f'<p class="warning" role="note">{html.escape(warning)}</p>' if warning else ""
    figures = "\n".join(_figure(one) for one in pictures)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the pictures</a>
<header>
<h1>{html.escape(title)}</h1>
<p class="facts">{html.escape(facts)}</p>
{note}
<nav aria-label="Contents"><ul>{links}<li><a href="#numbers">The numbers</a></li></ul></nav>
</header>
<main id="main">
{figures}
{_table(*table)}
</main>
</body>
</html>
"""
