import { expect, test } from "vitest";
import { giftKey, partKeys, type PayingCard, shareToReturn, splitPayment } from "@server/platform/money/split-payment";

const card = (cardId: string, balanceMinor: number, rate: PayingCard["rate"] = null) => ({
  cardId,
  balanceMinor,
  rate,
});
const pounds = (amountMinor: number) => ({ amountMinor, currency: "GBP" as const });

/** The total, what is on the cards; what each pays, the rest, whether a card pays less than it could. */
const splits: [string, number, number[], number[], number, boolean][] = [
  ["a card pays all of less than is on it", 3200, [5000], [3200], 0, false],
  ["a card pays all of what is on it", 5000, [5000], [5000], 0, false],
  ["the rest is charged", 8000, [5000], [5000], 3000, false],
  ["cards pay in their order, and none that is not needed", 6000, [5000, 2500, 900], [5000, 1000], 0, false],
  ["a rest of exactly the least that can be charged stays", 5030, [5000], [5000], 30, false],
  ["a rest that can't be charged is made large enough", 5010, [5000], [4980], 30, true],
  ["the last card pays less, the others all", 7510, [5000, 2500], [5000, 2480], 30, true],
  ["a last card that would pay too little pays nothing, and the one before less", 5029, [5000, 10], [4999], 30, true],
  ["a card with less than would be left pays nothing", 35, [10], [5], 30, true],
  ["a total below the least is charged as it is", 20, [10], [], 20, true],
  ["without cards all is left", 8000, [], [], 8000, false],
  ["an empty card pays nothing", 8000, [0], [], 8000, false],
];

test.each(splits)("%s", (_, total, balances, pays, restMinor, isReduced) => {
  const split = splitPayment(
    pounds(total),
    balances.map((balance, index) => card(`c${index}`, balance)),
  );
  expect(split.parts.map(({ amountMinor }) => amountMinor)).toEqual(pays);
  expect(split.parts.map(({ cardMinor }) => cardMinor)).toEqual(pays);
  expect(split.rest).toEqual(pounds(restMinor));
  expect(split.isReduced).toBe(isReduced);
});

/** The rate from the card's currency, what is on it, the total; what leaves the card, and what it pays. */
const currencies: [string, number, number, number, number][] = [
  ["1.17", 5000, 3700, 3162, 3700],
  ["1.17", 5000, 9000, 5000, 5850],
  ["0.85", 5000, 3200, 3765, 3200],
  ["1.27", 1, 5000, 1, 1],
  // Half a penny is rounded up.
  ["1.5", 1, 5000, 1, 2],
  ["2", 5000, 3001, 1501, 3001],
  ["0.004", 5000, 20, 5000, 20],
];

test.each(currencies)("at %s, %d on the card and a price of %d take %d for %d", (rate, balance, total, cost, pays) => {
  const { parts } = splitPayment({ amountMinor: total, currency: "EUR" }, [card("c", balance, rate)]);
  expect(parts).toMatchObject([{ cardMinor: cost, amountMinor: pays }]);
});

test("takes no more from a card than is on it, and pays no more than the price, at any rate", () => {
  for (const rate of ["0.0071", "0.333333", "0.85", "1", "1.17", "3.7", "157.31"]) {
    for (const balance of [1, 2, 7, 99, 2500, 50_000]) {
      for (const total of [1, 29, 30, 31, 100, 3333, 80_000]) {
        const { parts, rest } = splitPayment(pounds(total), [card("c", balance, rate)]);
        const [part = { cardMinor: 0, amountMinor: 0 }] = parts;
        expect(part.cardMinor).toBeLessThanOrEqual(balance);
        expect(part.amountMinor > 0).toBe(part.cardMinor > 0);
        expect(part.amountMinor + rest.amountMinor).toBe(total);
      }
    }
  }
});

/** What left the card, what it paid, the refunds; what comes back with each. */
const refundsOf: [number, number, number[], number[]][] = [
  [5000, 5000, [5000], [5000]],
  [3162, 3700, [3700], [3162]],
  [3162, 3700, [1000, 1000, 1700], [855, 854, 1453]],
  [1, 3, [1, 1, 1], [0, 1, 0]],
  [100, 3, [1, 1, 1], [33, 34, 33]],
];

test.each(refundsOf)("of %d for %d the refunds %j return %j", (cardMinor, paidMinor, parts, back) => {
  let beforeMinor = 0;
  const returned = parts.map((refundMinor) => {
    const share = shareToReturn({ cardMinor, paidMinor, beforeMinor, refundMinor });
    beforeMinor += refundMinor;
    return share;
  });
  expect(returned).toEqual(back);
  expect(returned.reduce((sum, share) => sum + share, 0)).toBe(cardMinor);
});

test("divides the key of a form into that of the price, which may hold a plus, and those of the cards", () => {
  const parts = [{ cardId: "a", cardMinor: 5000, amountMinor: 5850, rate: null }];
  const price = "GBP:1x1.3000+1x3.1200:4200";
  expect(giftKey(parts)).toBe("+gift:a:5000:5850");
  expect(partKeys(price + giftKey(parts))).toEqual({ price, gifts: "+gift:a:5000:5850" });
  expect(partKeys(price)).toEqual({ price, gifts: "" });
});
