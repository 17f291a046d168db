"""The tests of the plan against other ways to compute them, and what they do over fair deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy import stats

from euchre_audit.cards import FRESH
from euchre_audit.dealing import first_dealer
from euchre_audit.statistics import order, outcome, procedure, runs
from euchre_audit.statistics.deals import BOT, PERSON, Deals, Row, Shape
from euchre_audit.statistics.evalues import e_value, feed, new_state
from euchre_audit.statistics.hands import jacks, up_suit
from euchre_audit.statistics.laws import Sum, held
from euchre_audit.statistics.plan import OWN_PLAN, Result, answer, holm, the_plan
from tests.statistics import shufflers
from tests.statistics.shufflers import MIXED, SHAPE, deals_of, fair

NAMES = ("Ann", "Bo", "Cy", "Di")


def ask(deals: Deals, level: float = 0.05) -> Result:
    return answer(deals, the_plan(NAMES), level)


def p_of(result: Result) -> dict[str, float]:
    return {each.question.code: each.outcome.p for each in result.answered}


def fair_deals(seed: int, count: int) -> Deals:
    rng = np.random.default_rng(seed)
    players = np.array([rng.permutation(4) for _ in range(count)])
    return deals_of(fair(rng, count), players=players, kinds=MIXED, days=1, traced=rng)


def test_the_chi_square_of_a_table_of_permutations_by_scipy() -> None:
    deals = fair_deals(1, 300)
    table, count = order.place_table(deals)
    pearson = stats.chi2_contingency(table, correction=False).statistic
    assert order.table_excess(table, np.ones(24), count) == pytest.approx(pearson * 23 / 24)


def test_its_mean_over_all_sets_of_deals_is_its_degrees_of_freedom() -> None:
    """Every pair of decks of three cards: the factor (n-1)/n makes the mean exact for any number of deals."""
    tables = [np.eye(3)[list(one)] + np.eye(3)[list(two)] for one, two in product(permutations(range(3)), repeat=2)]
    found = [order.table_excess(table, np.ones(3), 2) for table in tables]
    assert np.mean(found) == pytest.approx(4)
    grouped = [order.table_excess(np.stack([t[:, 0] + t[:, 1], t[:, 2]], 1), np.array([2, 1]), 2) for t in tables]
    assert np.mean(grouped) == pytest.approx(2)


def test_friedman_by_scipy() -> None:
    decks = fair(np.random.default_rng(2), 60)
    places = np.argsort(decks, axis=1)
    assert order.friedman(places.sum(0), 60) == pytest.approx(stats.friedmanchisquare(*places.T).statistic)


def test_holm_is_the_closure_of_bonferroni() -> None:
    """A question is rejected when every set that holds it is, by its smallest p times its size."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        ps = [*rng.random(4) ** 3, 0.01, 0.01]
        sets = [set(each) for size in range(1, 7) for each in combinations(range(6), size)]
        closed = [min(1, max(len(s) * min(ps[j] for j in s) for s in sets if i in s)) for i in range(6)]
        assert holm(ps) == pytest.approx(closed)


def test_counts_by_seat_and_place_card_by_card() -> None:
    """Dealt out again by hand: two cards or three at a time, from the dealer's left."""
    rng = np.random.default_rng(4)
    decks = fair(rng, 30)
    deals = deals_of(decks)
    whole = slice(0, 30)
    for count, seats in product((jacks, up_suit), (True, False)):
        got = count(deals, whole, seats=seats)
        for index, deck in enumerate(decks.tolist()):
            hands: list[list[int]] = [[], [], [], []]
            rest = list(deck)
            for size in (3, 2):
                for step in range(1, 5):
                    place = (deals.dealer[index] + step) % 4 if seats else step - 1
                    hands[place] += [rest.pop(0) for _ in range(size)]
            up = rest[0]
            wanted = {c for c in range(24) if (c % 6 == 2 if count is jacks else c // 6 == up // 6 and c != up)}
            assert got[index].tolist() == [len(wanted & set(hand)) for hand in hands]
            assert int(deals.up_cards(whole)[index]) == up
            holder = deals.holders(whole, seats=seats)[index]
            assert all(holder[card] == place for place, hand in enumerate(hands) for card in hand)
            assert all(holder[card] == 4 for card in rest)
    back, rows = deals.decks(whole)
    assert (back == decks).all()
    assert rows.tolist() == list(range(30))


def test_players_who_change_seats_and_sit_twice() -> None:
    rng = np.random.default_rng(13)
    players = np.array([[0, 1, 2, 3]] * 40 + [[3, 3, 0, 2]] * 40 + [[1, 4, 1, 1]] * 10)
    deals = deals_of(fair(rng, 90), players=players)
    held = jacks(deals, slice(0, 90), seats=True)
    test = next(q.test for q in the_plan([*NAMES, "Eve"]) if q.code == "T114")
    table = test(deals, 0.05).table
    assert table["names"] == list(NAMES)  # Eve sits in ten deals, which is too few
    assert table["observed"] == [int(held[players == player].sum()) for player in range(4)]
    assert table["expected"] == pytest.approx([(players == player).sum() * 5 / 6 for player in range(4)])
    # Di sits in 40 deals once, in 40 twice: the spread is that of 5 and of 10 cards in one deal.
    one, two = stats.hypergeom(24, 4, 5), stats.hypergeom(24, 4, 10)
    wide = 40**0.5 * (one.var() + two.var()) ** 0.5 * stats.norm.ppf(0.975)
    assert table["high"][3] - table["expected"][3] == pytest.approx(wide, abs=1)


def test_fair_hands_of_one_player_are_seldom_rejected() -> None:
    from tests.statistics.cases import own_hands

    rng = np.random.default_rng(14)
    rejected = 0
    low: Counter[str] = Counter()
    for _ in range(150):
        result = answer(own_hands(rng, 60, lambda deals: deals), OWN_PLAN, 0.05)
        rejected += result.rejected
        low.update(each.question.code for each in result.answered if each.outcome.p <= 0.05)
    assert rejected <= stats.binom(150, 0.05).ppf(0.999)
    assert all(count <= stats.binom(150, 0.05).ppf(0.9999) for count in low.values())
    assert low["T140"] >= 1


def test_what_is_left_of_the_deal_before() -> None:
    decks = fair(np.random.default_rng(5), 40)
    moved = order._from_the_last(deals_of(decks, hands=10))
    expected = []
    for index in range(1, 40):
        if index % 10:
            before, now = decks[index - 1].tolist(), decks[index].tolist()
            expected.append([before.index(card) for card in now])
    assert moved.tolist() == expected
    assert order.pairs_in_a_row(deals_of(decks, hands=10)) == 36


def test_streaks_by_looking_through_every_player() -> None:
    rng = np.random.default_rng(6)
    count = 200
    deals = fair_deals(6, count)
    deals.players[4 * 7 : 4 * 8] = type(deals.players)("l", [2, 2, 0, 1])
    held = jacks(deals, slice(0, count), seats=True)
    best = 0
    for player in range(4):
        streak = 0
        for index in range(count):
            mine = [seat for seat in range(4) if deals.players[4 * index + seat] == player]
            if mine:
                streak = 0 if held[index][mine[0]] else streak + 1
                best = max(best, streak)
    assert runs.streaks(deals, 0.05).value == best
    # Where players are not known, a streak ends with the game.
    unknown = deals_of(fair(rng, count))
    unknown.players = type(deals.players)("l", [-1] * 4 * count)
    held = jacks(unknown, slice(0, count), seats=True)
    best = 0
    for seat in range(4):
        for game in range(0, count, 12):
            text = "".join(" " if n else "x" for n in held[game : game + 12, seat])
            best = max(best, *(len(part) for part in text.split(" ")))
    assert runs.streaks(unknown, 0.05).value == best


def test_repeats_by_comparing_all_hands() -> None:
    decks = fair(np.random.default_rng(7), 50)
    decks[[10, 30]] = decks[3]
    decks[40] = decks[5][[1, 0, *range(2, 24)]]  # the same hand, its cards in another order
    decks[41] = decks[6][[*range(20), 21, 20, 22, 23]]  # another card turned up
    again, first = runs.repeats(deals_of(decks))
    assert again == 3
    assert first in ((3, 10), (5, 40))
    assert runs.again(deals_of(decks), 0.05).p == outcome.FLOOR
    assert runs.again(deals_of(decks[:10]), 0.05).p == 1


@pytest.mark.parametrize(("count", "most"), [(49, 12), (600, 3)])
def test_one_card_in_one_place_shows_as_often_as_is_told(count: int, most: int) -> None:
    rng = np.random.default_rng(15)
    share = order._in_one_place(24, count, 23**2, 0.003)
    assert f"one card {outcome.percent(share)} too often" in order.by_place(deals_of(fair(rng, count)), 0.003).would
    assert share < most
    found = 0
    for _ in range(150):
        decks = fair(rng, count)
        for index in np.flatnonzero(rng.random(count) < share / 23):
            deck = decks[index]
            other = int(np.flatnonzero(deck == 0)[0])
            deck[[0, other]] = deck[[other, 0]]
        found += order.by_place(deals_of(decks), 0.003).p <= 0.003
    assert 107 <= found <= 140


def two_handed(decks: shufflers.Decks, hand: int) -> Deals:
    """Deals of two hands of so many cards, one at a time."""
    deals = Deals(Shape(24, 2, hand))
    for index, deck in enumerate(decks.astype(np.uint8)):
        deals.add_game([Row(deck.tobytes(), 0, index + 1, "", (), ())], -1)
    return deals


@pytest.mark.parametrize("again", [5, 6, 8, 12])
def test_deals_that_come_again_where_there_are_few_kinds(again: int) -> None:
    """Against the exact law, by counting on how many different deals there are after each."""
    count, kinds = 250, 24 * 23 * 22
    decks = np.array([[a, b, c, *({*range(24)} - {a, b, c})] for a, b, c in permutations(range(24), 3)])
    assert len(decks) == kinds
    chosen = np.random.default_rng(1).permutation(kinds)[: count - again]
    found = runs.again(two_handed(decks[[*chosen, *chosen[:again]]], 1), 0.002)
    law = np.zeros(count + 1)
    law[0] = 1
    for _ in range(count):
        known = np.arange(count + 1) / kinds
        law = law * known + np.concatenate([[0], (law * (1 - known))[:-1]])
    exact = law[: count - again + 1].sum()
    assert (found.value, found.how) == (again, "bound")
    assert exact <= found.p <= 2 * exact


def test_one_deal_of_two_hands_that_comes_again_is_luck_and_many_are_not() -> None:
    rng = np.random.default_rng(2)
    decks = fair(rng, 3_000)
    assert runs.again(two_handed(np.concatenate([decks, decks[:1]]), 5), 0.002).p > 5e-4
    assert runs.again(two_handed(np.concatenate([decks, decks[:40]]), 5), 0.002).p == outcome.FLOOR


def test_the_shuffler_that_deals_that_come_again_would_have_shown() -> None:
    rng = np.random.default_rng(3)
    deals = fair(rng, 2_000)
    starts = round(runs.again(two_handed(deals, 1), 0.002).visible)
    found = 0
    for _ in range(60):
        start = fair(rng, 24 * 23 * 22)[:starts]
        found += runs.again(two_handed(start[rng.integers(0, starts, 2_000)], 1), 0.002).p <= 0.002
    assert found >= 40


def test_the_luck_that_is_told_is_that_of_the_luckiest() -> None:
    """Of fifty who get their share by luck, one in forty archives may have one beyond it; not most."""
    law = Sum([(held(24, 4, 5), 120)])
    told = outcome.in_shares(["x"] * 50, [100] * 50, [law] * 50, 0.002, "jacks", 120)
    share = float(told.luck.split("up to ")[1].split(" %")[0]) / 100
    beyond = law.above(int(law.mean * (1 + share) + 0.5) + 1)
    assert 0.005 < 50 * beyond <= 0.025


def test_nobody_gets_less_than_nothing() -> None:
    law = Sum([(held(24, 4, 5), 20)])
    found = outcome.in_shares(["this player"], [0], [law], 0.01, "jacks", 20)
    assert (found.value, found.low) == (-1, -1)
    assert "95 %: -100 % to" in found.saw
    count = outcome.by_count(law, 0, 20, 0.01, "{value} {low} {high} {luck}", "{}", "cards a deal")
    assert count.low == 0


def test_a_run_of_parts_that_stands_out_is_found_where_it_is() -> None:
    deals = fair_deals(8, 640)
    found = runs.stretches(deals, 0.002)
    counts, sizes = np.array(found.table["observed"]), np.array(found.table["deals"])
    assert sizes.tolist() == [40] * 16
    assert counts.sum() == jacks(deals, slice(0, 640), seats=True).sum()
    best = max(
        abs(counts[i:j, s].sum() - 40 * (j - i) * 5 / 6) / (40 * (j - i)) ** 0.5
        for i in range(16)
        for j in range(i + 1, 17)
        for s in range(4)
    )
    sd = stats.hypergeom(24, 4, 5).std()
    null = runs._null_stretches(deals, tuple(sizes.tolist()), runs.Sum([(runs.law_of(deals, jacks, 1), 1)]))
    assert found.p == (1 + (null >= best / sd - 1e-9).sum()) / (len(null) + 1)


@pytest.mark.parametrize(("df", "statistic"), [(529, 640.0), (529, 480.0), (23, 60.0), (4, 0.3), (529, 4_990.0)])
def test_what_is_behind_a_chi_square_by_scipy(df: int, statistic: float) -> None:
    best, low, high = outcome.excess(statistic, df)
    assert best == max(0, statistic - df)
    for end, share in ((low, 0.975), (high, 0.025)):
        if end > 0:
            assert stats.ncx2(df, end).cdf(statistic) == pytest.approx(share, abs=1e-6)
        else:
            assert stats.chi2(df).cdf(statistic) <= share
    shown = outcome.visible_excess(df, 0.002)
    assert stats.ncx2(df, shown).sf(stats.chi2(df).isf(0.002)) == pytest.approx(0.8, abs=1e-6)
    # Beyond the bound the normal takes over; it begins where the other ends.
    near, far = outcome.excess(4_999.9, df), outcome.excess(5_000.1, df)
    assert far == pytest.approx(near, rel=0.01)


def test_simulated_and_asymptotic_nulls_agree_where_they_meet() -> None:
    """At 499 deals, the most that is simulated: means, and how often the bounds of the chi-square are passed."""
    for null, df in zip(order.simulated(24, SHAPE.groups, 499), (23**2, 23 * 4, 23), strict=True):
        assert null.mean() == pytest.approx(df, abs=4 * (2 * df / len(null)) ** 0.5)
        for share in (0.05, 0.01):
            beyond = (null > stats.chi2(df).isf(share)).mean()
            assert beyond == pytest.approx(share, abs=4.5 * (share / len(null)) ** 0.5)


@pytest.mark.parametrize(("count", "archives"), [(60, 250), (640, 120)])
def test_fair_archives_are_seldom_rejected(count: int, archives: int) -> None:
    """False alarms of the whole plan and of each question; a rate twice as high would break the bounds."""
    alarms = 0
    low: Counter[str] = Counter()
    for seed in range(archives):
        result = ask(fair_deals(1000 + seed, count))
        alarms += result.rejected
        low.update(code for code, p in p_of(result).items() if p <= 0.05)
    assert alarms <= stats.binom(archives, 0.05).ppf(0.999)
    assert all(low[code] <= stats.binom(archives, 0.05).ppf(0.9999) for code in low)
    # Those with a continuous statistic are not idle either.
    assert all(low[code] >= stats.binom(archives, 0.05).ppf(0.001) for code in ("T101", "T105", "T110"))


@pytest.mark.parametrize("shape", [Shape(25, 4, 5), Shape(24, 3, 5), Shape(32, 2, 5)], ids=str)
def test_fair_archives_of_other_decks_and_tables(shape: Shape) -> None:
    rng = np.random.default_rng(15)
    times, count = 40, 520
    low: Counter[str] = Counter()
    kinds = (BOT, PERSON, PERSON, PERSON)[: shape.seats]
    for _ in range(times):
        decks = rng.permuted(np.tile(np.arange(shape.deck), (count, 1)), axis=1)
        result = ask(deals_of(decks, shape=shape, kinds=kinds, days=1))
        low.update(code for code, p in p_of(result).items() if p <= 0.05)
    assert all(times_low <= stats.binom(times, 0.05).ppf(0.9999) for times_low in low.values()), low
    state = new_state(shape)
    feed(state, deals_of(decks, shape=shape, kinds=kinds))
    assert 0 < e_value(state) < 5
    test = next(q.test for q in the_plan(NAMES) if q.code == "T112")
    table = test(deals_of(decks, shape=shape), 0.05).table
    assert table["expected"] == pytest.approx([count * 4 * 5 / shape.deck] * shape.seats)


def test_questions_that_the_records_cannot_answer_do_not_count() -> None:
    rng = np.random.default_rng(9)
    plain = ask(deals_of(fair(rng, 100)))
    assert {question.code for question, _ in plain.not_asked} == {"T115", "T119", "T122", "T130", "T131", "T132"}
    assert plain.each == pytest.approx(0.05 / 17)
    full = ask(fair_deals(9, 640))
    assert [each.question.code for each in full.answered] == [q.code for q in the_plan(NAMES)]


def test_the_faults_that_would_have_shown_do_show() -> None:
    """A shift as large as ``visible`` says is found about four times out of five: jacks by seat."""
    from tests.statistics.shufflers import JACKS, favour

    rng = np.random.default_rng(10)
    count, each = 2_000, 0.05 / 20
    test = next(q.test for q in the_plan(NAMES) if q.code == "T112")
    shift = test(deals_of(fair(rng, count)), each).visible
    found = 0
    for _ in range(100):
        deals = favour(rng, deals_of(fair(rng, count)), shift * (5 / 6) / 0.98, seat=2, marked=JACKS)
        found += test(deals, each).p <= each
    assert 68 <= found <= 90


@pytest.mark.parametrize("method", ["black-jack", "low-card"])
def test_who_deals_first_by_dealing_cards(method: str) -> None:
    rng = np.random.default_rng(12)
    decks = fair(rng, 20_000)
    counts = np.zeros(4)
    for deck in decks.tolist():
        counts[first_dealer([FRESH[24][card] for card in deck], 4, method)[0]] += 1
    shares = procedure.first_shares(Deals(SHAPE), method)
    assert shares.sum() == pytest.approx(1)
    assert stats.chisquare(counts, 20_000 * shares).pvalue > 0.001


def test_two_hundred_deals_and_sixteen_per_cent() -> None:
    test = next(q.test for q in the_plan(NAMES) if q.code == "T112")
    assert test(deals_of(fair(np.random.default_rng(11), 200)), 0.05).luck == (
        "with so many deals luck alone gives one of them up to 16 % more jacks"
    )
