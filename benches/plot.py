"""Plots with logarithmic axes as SVG: several series, or points around a diagonal."""

import math

LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 70, 20, 480, 320, 110, 50
COLOURS = ["#1b6ca8", "#c7522a", "#3a7d44", "#7a4f9a"]


def decades(values):
    """The powers of ten that enclose values, first and last."""
    return math.floor(math.log10(min(values)) + 1e-3), math.ceil(math.log10(max(values)) - 1e-3)


def log_log(x_title, y_title, series):
    """The text of an SVG; series are lists of points by name. A dashed line rises as a linear function does."""
    points = [point for line in series.values() for point in line]
    (x0, x1), (y0, y1) = decades([x for x, _ in points]), decades([y for _, y in points])

    def across(x):
        return LEFT + WIDTH * (math.log10(x) - x0) / (x1 - x0)

    def down(y):
        return TOP + HEIGHT * (y1 - math.log10(y)) / (y1 - y0)

    def words(x, y, text, more=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{text}</text>'

    def power(n):
        return f'10<tspan dy="-5" font-size="9">{n}</tspan>'

    def line(a, b, style):
        return f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" {style}/>'

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {TOP + HEIGHT + BOTTOM}" '
           'font-family="sans-serif" font-size="13" fill="#222">',
           '<rect width="100%" height="100%" fill="#fff"/>']
    grid = 'stroke="#ddd"'
    for n in range(x0, x1 + 1):
        x = across(10**n)
        out += [line((x, TOP), (x, TOP + HEIGHT), grid), words(x, TOP + HEIGHT + 18, power(n), 'text-anchor="middle"')]
    for n in range(y0, y1 + 1):
        y = down(10.0**n)
        out += [line((LEFT, y), (LEFT + WIDTH, y), grid), words(LEFT - 8, y + 4, power(n), 'text-anchor="end"')]
    # Linear, through the corner from which it stays longest in the picture.
    rise = min(x1 - x0, y1 - y0)
    out.append(line((across(10.0 ** (x1 - rise)), down(10.0 ** (y1 - rise))), (across(10.0**x1), down(10.0**y1)),
                    'stroke="#999" stroke-dasharray="5 4"'))
    out.append(words(LEFT + WIDTH + 8, TOP + 4, "linear", 'fill="#777"'))
    # Names beside the ends of the lines, kept apart.
    ends = sorted((down(line_[-1][1]), name) for name, line_ in series.items())
    places, last = {}, TOP
    for y, name in ends:
        last = max(y + 4, last + 16)
        places[name] = last
    for colour, (name, of) in zip(COLOURS, series.items()):
        path = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in of)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        out += [f'<circle cx="{across(x):.1f}" cy="{down(y):.1f}" r="2.6" fill="{colour}"/>' for x, y in of]
        out.append(words(LEFT + WIDTH + 8, places[name], name, f'fill="{colour}"'))
    out.append(words(LEFT + WIDTH / 2, TOP + HEIGHT + 40, x_title, 'text-anchor="middle"'))
    middle = TOP + HEIGHT / 2
    out.append(words(18, middle, y_title, f'text-anchor="middle" transform="rotate(-90 18 {middle:.1f})"'))
    return "\n".join(out) + "\n</svg>\n"


def scatter(x_title, y_title, points):
    """The text of an SVG: points (x, y, alike) around the diagonal; those that are not alike are filled squares."""
    size, floor = 340, 1e-4
    ends = decades([max(v, floor) for point in points for v in point[:2]])

    def at(value):
        return size * (math.log10(max(value, floor)) - ends[0]) / (ends[1] - ends[0])

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + size + 30} {TOP + size + BOTTOM}" '
           'font-family="sans-serif" font-size="13" fill="#222">',
           '<rect width="100%" height="100%" fill="#fff"/>']
    for n in range(ends[0], ends[1] + 1):
        place, power = at(10.0**n), f'10<tspan dy="-5" font-size="9">{n}</tspan>'
        for line in (f'x1="{LEFT + place:.1f}" y1="{TOP}" x2="{LEFT + place:.1f}" y2="{TOP + size}"',
                     f'x1="{LEFT}" y1="{TOP + size - place:.1f}" x2="{LEFT + size}" y2="{TOP + size - place:.1f}"'):
            out.append(f'<line {line} stroke="#ddd"/>')
        out.append(f'<text x="{LEFT + place:.1f}" y="{TOP + size + 18}" text-anchor="middle">{power}</text>')
        out.append(f'<text x="{LEFT - 8}" y="{TOP + size - place + 4:.1f}" text-anchor="end">{power}</text>')
    out.append(f'<line x1="{LEFT}" y1="{TOP + size}" x2="{LEFT + size}" y2="{TOP}" stroke="#999" stroke-dasharray="5 4"/>')
    for x, y, alike in points:
        left, top = LEFT + at(x), TOP + size - at(y)
        out.append(f'<circle cx="{left:.1f}" cy="{top:.1f}" r="2.8" fill="none" stroke="{COLOURS[0]}"/>' if alike else
                   f'<rect x="{left - 3:.1f}" y="{top - 3:.1f}" width="6" height="6" fill="{COLOURS[1]}"/>')
    out.append(f'<text x="{LEFT + size / 2}" y="{TOP + size + 40}" text-anchor="middle">{x_title}</text>')
    middle = TOP + size / 2
    out.append(f'<text x="18" y="{middle}" text-anchor="middle" transform="rotate(-90 18 {middle})">{y_title}</text>')
    return "\n".join(out) + "\n</svg>\n"
