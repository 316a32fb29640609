import type { Context } from "../../core/context";
import { currencies, formatAmount } from "../../core/money";
import { leftOn, type PassBook, readPassBooks } from "./pass-books";
import { heldStateOf } from "../../catalogue/passes/held-state";

/** What has become of the passes that were bought of one on sale. */
type PassFigures = {
  productId: string;
  /** Tickets booked with them. */
  used: number;
  /** What can still be used: "12 credits", or "2 valid" of those for any number of sessions. */
  open: string;
  /** What was paid for it, such as "£96.00"; empty for nothing. */
  value: string;
};

/** Returns the figures of every pass on sale that someone has bought. */
export async function readPassFigures({ db, clock }: Pick<Context, "db" | "clock">): Promise<PassFigures[]> {
  const now = clock.now();
  const ofProduct = new Map<string, PassBook[]>();
  for (const book of await readPassBooks(db, now)) {
    const { productId } = book.pass;
    ofProduct.set(productId, [...(ofProduct.get(productId) ?? []), book]);
  }
  return [...ofProduct].map(([productId, books]) => ({
    productId,
    used: books.reduce((all, { taken }) => all + taken, 0),
    open: openOf(books, now),
    value: valueOf(books),
  }));
}

function openOf(books: PassBook[], now: Date): string {
  const open = books.filter((book) => ["valid", "stopped"].includes(heldStateOf(book.pass, leftOn(book), now)));
  const credits = open.filter(({ pass }) => pass.credits !== null).reduce((all, book) => all + leftOn(book), 0);
  const unlimited = open.filter(({ pass }) => pass.credits === null).length;
  const parts = [
    (credits > 0 || unlimited === 0) && (credits === 1 ? "1 credit" : `${credits} credits`),
    unlimited > 0 && `${unlimited} valid`,
  ];
  return parts.filter(Boolean).join(", ");
}

const valueOf = (books: PassBook[]): string =>
  currencies
    .flatMap((currency) => {
      const own = books.filter(({ pass }) => pass.currency === currency);
      const amountMinor = own.reduce((all, { unusedMinor }) => all + unusedMinor, 0);
      return amountMinor > 0 ? formatAmount({ amountMinor, currency }) : [];
    })
    .join(" and ");
