import fc from "fast-check";
import { expect, test } from "vitest";
import { taxesLeft, taxesOf, taxesReturned, taxWithin } from "@server/payments/invoices/tax";

// Checked by hand: gross × rate ÷ (100 + rate), half up to the penny.
test.each([
  [1200, 2000, 200],
  [1800, 2000, 300],
  [1000, 2000, 167],
  [999, 2000, 167],
  [1, 2000, 0],
  [3, 2000, 1],
  [4999, 550, 261],
  [1055, 550, 55],
  [2500, 2200, 451],
  [1800, 0, 0],
  [1800, null, 0],
  [-1800, 2000, -300],
])("finds in %i at %s hundredths of a percent the tax %i", (gross, ratePoints, tax) => {
  expect(taxWithin(gross, ratePoints)).toBe(tax);
});

test("rounds once for each rate, not for each line", () => {
  const lines = [
    { amountMinor: 1000, ratePoints: 2000 },
    { amountMinor: 1000, ratePoints: 2000 },
    { amountMinor: 999, ratePoints: 550 },
    { amountMinor: 500, ratePoints: null },
  ];
  expect(taxesOf(lines)).toEqual([
    { ratePoints: 2000, grossMinor: 2000, taxMinor: 333 },
    { ratePoints: 550, grossMinor: 999, taxMinor: 52 },
    { ratePoints: null, grossMinor: 500, taxMinor: 0 },
  ]);
});

const amount = fc.integer({ min: 1, max: 500_000 });

test("returns in parts exactly the tax that was charged, at two rates, and never more in between", () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 6 }),
      (one, other, parts) => {
        const taxes = taxesOf([
          { amountMinor: one, ratePoints: 2000 },
          { amountMinor: other, ratePoints: 550 },
        ]);
        const documents: Parameters<typeof taxesLeft>[0] = [{ kind: "invoice", taxes }];
        let leftMinor = one + other;
        for (const wanted of [...parts, leftMinor]) {
          const back = Math.min(wanted, leftMinor);
          if (back === 0) continue;
          const returned = taxesReturned(taxesLeft(documents), back);
          expect(returned.reduce((sum, { grossMinor }) => sum + grossMinor, 0)).toBe(back);
          documents.push({ kind: "credit_note", taxes: returned });
          leftMinor -= back;
          for (const { taxMinor, grossMinor } of taxesLeft(documents)) {
            expect(taxMinor).toBeGreaterThanOrEqual(0);
            expect(taxMinor).toBeLessThanOrEqual(grossMinor);
          }
        }
        const sumOf = (kind: string) =>
          documents
            .filter((own) => own.kind === kind)
            .flatMap((own) => own.taxes)
            .reduce((sum, tax) => sum + tax.taxMinor, 0);
        expect(leftMinor).toBe(0);
        expect(sumOf("credit_note")).toBe(sumOf("invoice"));
      },
    ),
  );
});
