"""The rules of a house on one printed page, made from its switches: each sentence follows from some of them."""

import html
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from ..rules import House, Rules, all_words, resolve, switches
from ..rules.model import RulesDiff
from .clean import clean, unforgeable

WIDTH = 80
LINES = 66
_GUTTER = 9
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = {"c": "a club", "d": "a diamond", "h": "a heart", "s": "a spade"}
_LOWEST = {24: "nine", 28: "eight", 32: "seven"}
_TABLE = "SCORE"

_PICKS = {
    "deck": "a deck of {} cards",
    "target": "a game to {}",
    "deals": "a game of {} deals",
    "win_by": "a win by {}",
    "patterns": "dealing {}",
    "points.no_tricks": "{} points against makers without a trick",
    "points.lone_defence": "{} points for a lone defender's euchre",
    "stick_the_dealer yes": "stick the dealer",
    "stick_the_dealer no": "throwing in after two rounds",
    "thrown_in same": "the same dealer after a throw-in",
    "thrown_in next": "the next dealer after a throw-in",
    "first_dealer agreed": "an agreed first dealer",
    "first_dealer drawn": "a first dealer picked at random",
    "first_dealer low-card": "a first dealer by lowest card",
    "first_dealer black-jack": "a first dealer by black jack",
    "partner_may_order with-partner": "the dealer's partner ordering with partner",
    "partner_may_order only-alone": "the dealer's partner ordering only alone",
    "partner_may_order only-alone-both": "the dealer's partner ordering and naming only alone",
    "alone_lead dealer-left": "the first lead from the dealer's left, whoever is alone",
    "alone_lead loner-left": "the first lead from a lone player's left",
    "defend_alone off": "no defending alone",
    "defend_alone against-lone": "defending alone against a lone maker",
    "defend_alone any": "defending alone against any makers",
    "farmers_hand redeal": "dealing again for a farmer's hand",
    "farmers_hand swap": "swapping three cards of a farmer's hand",
    "no_trump yes": "no trump in round two",
    "partners_best yes": "a card from a lone maker's partner",
    "go_under yes": "going under",
    "renege.rule points-to-others": "a renege giving points to the others",
    "renege.rule points-off": "a renege costing points",
}
"""How a choice is said, by its switch and value, or by its switch alone."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on the page: a heading, sections of sentences, the scoring table, words."""

    name: str
    title: str
    source: str
    dates: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    """In the order of the page; the one called SCORE stands below the table."""
    scores: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, str], ...]


def rules_sheet(house: House) -> Sheet:
    """The sheet of a house."""
    rules = resolve(house, RulesDiff())
    parts = (
        ("PLAYERS", _players(rules)),
        ("CARDS", _cards(rules)),
        ("DEAL", _deal(rules)),
        ("TRUMP", _trump(rules)),
        ("ALONE", _alone(rules)),
        ("PLAY", _play(rules)),
        (_TABLE, _below_the_table(rules)),
        ("END", _end(rules)),
        ("HOUSE", (*_customs(rules), *_choices(house))),
        ("RENEGE", _renege(rules)),
    )
    return Sheet(
        name=clean(house.name),
        title=clean(house.title),
        source=clean(house.source),
        dates=_dates(house),
        sections=tuple((name, told) for name, each in parts if (told := tuple(each)) or name == _TABLE),
        scores=tuple(_scores(rules)),
        words=tuple((word.word, word.meaning) for word in all_words() if word.belongs_to(rules)),
    )


def sheet_text(house: House) -> str:
    """The sheet in plain text, at most 80 columns by 66 lines for every house that is shipped."""
    sheet = rules_sheet(house)
    lines = textwrap.wrap(f"{sheet.title} · rules on one page", WIDTH)
    lines += textwrap.wrap(f"house {sheet.name}{sheet.dates} · source: {sheet.source}", WIDTH)
    for name, sentences in sheet.sections:
        body: list[str] = []
        if name == _TABLE:
            wide = max(len(what) for what, _ in sheet.scores)
            body += [f"{what + ' ':.<{wide + 2}} {points}" for what, points in sheet.scores]
        body += textwrap.wrap(" ".join(sentences), WIDTH - _GUTTER)
        lines += _labelled(name, body)
    words = " · ".join(f"{word}: {meaning}" for word, meaning in sheet.words)
    lines += _labelled("WORDS", textwrap.wrap(words, WIDTH - _GUTTER))
    return "\n".join(lines) + "\n"


def _labelled(name: str, body: list[str]) -> list[str]:
    lines = ["", *(f"{'':<{_GUTTER}}{line}" for line in body)]
    lines[1] = f"{name:<{_GUTTER}}{body[0]}"
    return lines


_STYLE = """
@page { size: auto; margin: 11mm 12mm; }
* { box-sizing: border-box; }
html { font-size: 14px; }
body { margin: 0 auto; padding: 1.2rem; max-width: 58rem; color: #1a1a1a; background: #fff;
  font: 1rem/1.36 Georgia, "Liberation Serif", "Times New Roman", serif; }
header { border-bottom: 2px solid #1a1a1a; padding-bottom: .35rem; margin-bottom: .8rem; }
h1 { font-size: 1.7rem; line-height: 1.15; margin: 0; }
header p { margin: .2rem 0 0; color: #555; font-size: .92rem; }
main { columns: 2; column-gap: 2rem; }
section { margin: 0 0 .75rem; }
h2 { font: 700 .85rem/1.2 Helvetica, "Liberation Sans", Arial, sans-serif; letter-spacing: .07em;
  text-transform: uppercase; color: #7d1d1d; margin: 0 0 .2rem; break-after: avoid; }
p { margin: 0 0 .2rem; orphans: 2; widows: 2; break-inside: avoid; }
table { width: 100%; border-collapse: collapse; margin: 0 0 .3rem; break-inside: avoid; }
td { border-bottom: 1px solid #ccc; padding: .12rem 0; vertical-align: top; }
td + td { text-align: right; padding-left: .6rem; white-space: nowrap; }
dl { margin: 0; font-size: .95rem; line-height: 1.3; }
dl div { margin: 0 0 .1rem; break-inside: avoid; }
dt { display: inline; font-weight: 700; }
dd { display: inline; margin: 0; }
footer { border-top: 1px solid #ccc; color: #555; font-size: .88rem; padding-top: .25rem; }
@media (max-width: 44rem) { main { columns: 1; } }
@media print { html { font-size: 9pt; } body { max-width: none; padding: 0; } main { columns: 2; } }
"""


def sheet_html(house: House) -> str:
    """The sheet as one page of HTML without scripts that fetches nothing, made to be printed on A4 or Letter."""
    sheet = rules_sheet(house)
    parts = []
    for name, sentences in sheet.sections:
        table = ""
        if name == _TABLE:
            rows = "\n".join(
                f"<tr><td>{_esc(what)}</td><td>{_esc(points)}</td></tr>" for what, points in sheet.scores
            )
            table = f"<table>\n{rows}\n</table>\n"
        text = "\n".join(f"<p>{_esc(sentence)}</p>" for sentence in sentences)
        parts.append(f"<section>\n<h2>{_HEADINGS[name]}</h2>\n{table}{text}\n</section>")
    words = "\n".join(f"<div><dt>{_esc(word)}</dt> <dd>{_esc(meaning)}</dd></div>" for word, meaning in sheet.words)
    parts.append(f"<section>\n<h2>Words</h2>\n<dl>\n{words}\n</dl>\n</section>")
    body = "\n".join(parts)
    return unforgeable(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_esc(sheet.title)}: rules on one page</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{_esc(sheet.title)}</h1>\n"
        f"<p>House {_esc(sheet.name + sheet.dates)} · source: {_esc(sheet.source)}</p>\n</header>\n"
        f"<main>\n{body}\n</main>\n<footer>Where the source is silent, the usual rule stands here; "
        f"euchre-audit rules show {_esc(sheet.name)} tells which.</footer>\n</body>\n</html>\n",
        "&#{};",
    )


_HEADINGS = {
    "PLAYERS": "Players",
    "CARDS": "The cards",
    "DEAL": "The deal",
    "TRUMP": "Choosing trump",
    "ALONE": "Going alone",
    "PLAY": "Play",
    _TABLE: "Score of a hand",
    "END": "End of the game",
    "HOUSE": "House customs",
    "RENEGE": "Renege",
}


def _esc(text: str) -> str:
    return html.escape(text)


def _dates(house: House) -> str:
    if house.since and house.until:
        return f", {clean(house.since)} to {clean(house.until)}"
    if house.since or house.until:
        return f", since {clean(house.since)}" if house.since else f", until {clean(house.until or '')}"
    return ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def _players(rules: Rules) -> Iterator[str]:
    if rules.sides == "pairs":
        yield "Four players in two sides; partners sit opposite each other. Turns go clockwise."
    elif rules.sides == "maker-against-rest":
        yield "Three players, each with a score of their own. Turns go clockwise."
        yield "The maker of trump plays against the other two, who help each other for that hand."
    else:
        yield "Two players, one against the other."


def _cards(rules: Rules) -> Iterator[str]:
    plain = rules.deck - rules.joker
    low = {24: "10 9", 28: "10 9 8", 32: "10 9 8 7"}[plain]
    joker = " and the joker" if rules.joker else ""
    yield f"{rules.deck} cards: {_LOWEST[plain]} to ace of each suit{joker}."
    first = "the joker, then " if rules.joker else ""
    yield (
        f"In trump, from the top: {first}the right bower (jack of trump), the left bower (the second jack of its "
        f"colour, which is a trump in every way), A K Q {low}."
    )
    yield f"In the other suits: A K Q J {low}."
    if rules.no_trump:
        yield f"Without trump there are no bowers: every suit ranks A K Q J {low}."


def _deal(rules: Rules) -> Iterator[str]:
    first = {
        "agreed": "Agree who deals first",
        "drawn": "The first dealer is picked at random",
        "low-card": "All draw for the first deal, which the lowest card gets, an ace being lowest",
        "black-jack": "Cards are dealt round face up, and the first black jack gives the first deal",
    }[rules.first_dealer]
    yield f"{first}; from then on the deal goes to the left."
    if rules.game == "twelve-trick":
        yield "Each gets twelve cards: four to hold, four in a row face down, four on top of them face up."
        left = rules.deck - 24
        yield f"The {_number(left)} left over stay out." if left else "None is left over and none turned up."
        return
    ways = " or ".join(_pattern(each) for each in rules.patterns)
    yield f"Five cards each, {ways}, one way for the whole deal."
    left = rules.deck - 5 * rules.seats
    yield (
        f"The other {_number(left)} are the kitty; its top card is turned up."
        if left > 1
        else ("The last card is turned up.")
    )
    if rules.joker:
        yield (
            "If that is the joker, the dealer says at once, before any call, which suit it stands for."
            if rules.joker_turned_up == "dealer-names"
            else f"If that is the joker, it counts as {_SUITS[rules.joker_turned_up]}."
        )


def _pattern(pattern: str) -> str:
    if pattern == "/".join("1" * 5):
        return "one at a time"
    rounds = [" and ".join(part.split(",")) + (" by turns" if "," in part else "") for part in pattern.split("/")]
    return " + ".join(rounds) if len(rounds) > 1 else f"{rounds[0]} at once"


def _trump(rules: Rules) -> Iterator[str]:
    none = " or no trump" if rules.no_trump else ""
    if rules.game == "twelve-trick":
        yield f"The player who did not deal names trump{none} or passes; then the naming falls to the dealer."
        return
    yield "Round one, from the dealer's left: pass, or order up the up card, whose suit is trump then."
    yield "The dealer takes it, whoever ordered, and buries a card, " + (
        "the same one if the dealer likes." if rules.discard_up_card else "but not that one."
    )
    if rules.sides == "pairs":
        yield {
            "with-partner": "The dealer's partner may order, too, and both play.",
            "only-alone": "The dealer's partner may order only by playing alone.",
            "only-alone-both": "The dealer's partner may order, and name in round two, only by playing alone.",
        }[rules.partner_may_order]
    down = {"face-down": "is turned face down", "face-up-under": "goes half under the pack, face up"}
    yield f"Round two, after {_number(rules.seats)} passes: the card {down[rules.turned_down]}."
    yield f"In turn, pass or name another suit{none}; the first who orders or names makes trump."
    if rules.stick_the_dealer:
        yield "The dealer, who comes last, may not pass (stick the dealer)."
    else:
        deals = {"next": "the deal goes on", "same": "the dealer stays the same"}[rules.thrown_in]
        yield f"When all pass again, the cards are thrown in, nobody scores, and {deals}."


def _alone(rules: Rules) -> Iterator[str]:
    if rules.seats != 4:
        return
    if rules.alone_by == "nobody":
        yield "Makers do not play alone."
    else:
        who = {
            "caller": "The player who makes trump may play alone",
            "either-maker": "Either maker may play alone, the caller or the partner",
            "anyone": "Either maker may play alone, and any defender whom the house lets",
        }[rules.alone_by]
        when = {"with-call": "with the call itself", "before-lead": "before the first lead"}[rules.alone_when]
        yield f"{who}, saying so {when}."
    if rules.defend_alone == "off":
        yield "Defenders do not play alone."
    else:
        lone = {"any": "", "against-lone": " if a maker is alone"}[rules.defend_alone]
        yield f"One defender may play alone, too{lone}, saying so before the first lead."
    if rules.alone_by == "nobody" and rules.defend_alone == "off" and rules.partner_may_order == "with-partner":
        return
    yield "The partner of a lone player lays the cards face down and sits out."
    yield (
        "A dealer who sits out still takes an ordered card and buries one."
        if rules.sitting_dealer_takes
        else ("Where the dealer sits out, an ordered card stays where it is.")
    )
    if rules.partners_best:
        yield "Before the lead, the partner of a lone maker may hand over one card, and the maker buries one."
    yield {
        "dealer-left": "The first lead stays with the dealer's left, or the next who plays.",
        "loner-left": "The first lead is made from the lone player's left.",
    }[rules.alone_lead]


def _play(rules: Rules) -> Iterator[str]:
    if rules.game == "twelve-trick":
        yield "The player who did not deal leads first, from the hand or from the cards face up, as in every trick."
    elif rules.seats == 2:
        yield "The player who did not deal leads first."
    else:
        yield "The dealer's left leads first."
    yield "Any card may be led. Follow its suit if you can (the left bower is a trump); if not, play what you like."
    yield "The highest trump takes the trick, without one the best of the led suit. Who takes it leads next."
    if rules.game == "twelve-trick":
        yield "Cards face down do not count for following; one whose cover was played is turned up after the trick."


def _scores(rules: Rules) -> Iterator[tuple[str, str]]:
    points = rules.points
    if rules.game == "twelve-trick":
        yield "Each trick, if who named trump has 7 or more", "1 to its winner"
        yield "Who named trump has fewer than 7", "12 to the other"
        return
    makers, others = {
        "pairs": ("Makers with", "to the defenders"),
        "maker-against-rest": ("The maker with", "to each of the others"),
        "solo": ("The maker with", "to the other"),
    }[rules.sides]
    to_makers = "to the makers" if rules.sides == "pairs" else "to the maker"
    yield f"{makers} 3 or 4 tricks", f"{points.make} {to_makers}"
    yield f"{makers} all 5 (march)", f"{points.march} {to_makers}"
    lone = rules.seats == 4 and (rules.alone_by != "nobody" or rules.partner_may_order != "with-partner")
    if lone:
        yield "A lone maker with 3 or 4", f"{points.alone} {to_makers}"
        yield "A lone maker with all 5", f"{points.alone_march} {to_makers}"
    yield f"{makers} 2 or less (euchred)", f"{points.euchre} {others}"
    if lone:
        yield "A lone maker with 2 or less", f"{points.euchre_alone} {others}"
    if rules.defend_alone != "off":
        yield "Makers euchred by a lone defender", f"{points.lone_defence} {others}"
    if points.no_tricks:
        yield f"{makers} no trick at all", f"{points.no_tricks} {others}"


def _below_the_table(rules: Rules) -> Iterator[str]:
    if rules.game == "five-trick" and (rules.defend_alone != "off" or rules.points.no_tricks):
        yield "Where two lines fit a euchre, the larger counts."


def _end(rules: Rules) -> Iterator[str]:
    who = "side" if rules.sides == "pairs" else "player"
    if rules.deals:
        deals = f"{rules.deals} deal{'' if rules.deals == 1 else 's'}"
        yield f"The game lasts {deals}, hands dealt again not counted; the {who} with most points wins."
    else:
        yield f"The first {who} with {_points(rules.target)} wins; more than that may be scored."
        if rules.win_by > 1:
            yield f"It takes a lead of {_points(rules.win_by)}; without it the game goes on."
    together = rules.seats == 3 or rules.game == "twelve-trick"
    if rules.deals or (together and rules.win_by == 1):
        yield {
            "shared": "Those who get there level share the win.",
            "play-on": "Those who get there level play on until one is ahead.",
        }[rules.tie]


def _customs(rules: Rules) -> Iterator[str]:
    if rules.game == "twelve-trick":
        return
    low = {24: "nines and tens", 28: "eights to tens", 32: "sevens to tens"}[rules.deck - rules.joker]
    if rules.farmers_hand != "off":
        which = {
            "all-nines-tens": f"nothing but {low}",
            "three-nines-tens": f"three or more {low}",
            "no-ace-no-face": "no ace and no picture card",
        }[rules.farmers_hand_is]
        given = "three low cards" if rules.farmers_hand_is == "three-nines-tens" else "three cards"
        yield (
            f"Farmer's hand ({which}), at its holder's first turn to call: "
            + {
                "redeal": "it may be shown for a new deal by the same dealer.",
                "swap": f"{given} may be swapped for three of the kitty, the up card not among them.",
            }[rules.farmers_hand]
        )
    if rules.go_under:
        yield (
            f"Going under: who holds three {low} may, at the first turn to call, swap three of them for three of "
            "the kitty, the up card not among them."
        )


def _choices(house: House) -> Iterator[str]:
    own = {key: value for key, value, _ in switches(resolve(house, RulesDiff()))}
    said = []
    for key, values in house.choices.items():
        others = [each for each in values if each != own[key]]
        if others and key in _PICKS:
            shown = [_pattern(each) if key == "patterns" else str(each) for each in others]
            said.append(_PICKS[key].format(" or ".join(shown)))
        elif others:
            said += [_PICKS.get(f"{key} {_plain(each)}", f"{key} {_plain(each)}") for each in others]
    if said:
        yield f"A table may agree on: {'; '.join(said)}."


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _renege(rules: Rules) -> Iterator[str]:
    renege = rules.renege
    if renege.rule == "impossible":
        yield "It cannot happen: the software takes no card that does not follow suit where one could."
        return
    size = _points(renege.points)
    if rules.seats == 4 and renege.points_alone != renege.points:
        size += f" ({renege.points_alone} if it is against a lone player)"
    ends = {"ends": "The hand ends there.", "played-on": "The hand is played on."}[renege.hand]
    culprit = "side at fault" if rules.sides == "pairs" else "player at fault"
    what = "A card off suit from a hand that could follow"
    if renege.rule == "unstated":
        yield f"{what}. The source sets no penalty, so agree on one."
        yield f"Usual: {size}, to the others or off the {culprit}. {ends}"
    elif renege.rule == "points-to-others":
        yield f"{what} gives the others {size}. {ends}"
    else:
        yield f"{what} costs the {culprit} {size}. {ends}"
