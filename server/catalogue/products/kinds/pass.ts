import { passTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { KindOfProduct } from "./kind";

export const pass: KindOfProduct = {
  type: "Pass",
  noun: "pass",
  use: "book with the pass",
  end: "It ends: what is not used of it is gone. What was booked with it stays",
  bought: "has bought a pass, and can book with it",
  isSoldToGuests: true,
  isClaimedByAccount: false,
  isHadOnce: false,
  isBoundToAddress: true,
  isDiscounted: true,
  isOnDates: false,
  unlockedTitle: "Your Pass Is Ready",
  aim: "book with it",
  isYours: () => "Your pass is ready to book with.",
  isDigital: false,
  checkoutText: "Pass for sessions",
  receiptText: "Pass for sessions",
  inText: (title) => `the pass “${title}”`,
  notForSale: "This pass is no longer for sale.",
  revenue: { label: "Passes", inText: "passes" },
  mail: (title) => ({
    kind: "a pass",
    bought: "pass",
    openNow: `${title} is ready to book with.`,
    openForLife: `${title} is ready to book with: choose it where you book a session.`,
    use: "Book a session",
    see: "See the pass",
    open: "Open the pass",
  }),
  pathOf: ({ id }) => `/passes/${id}`,
  count: (db, productId) => db.$count(passTerms, eq(passTerms.productId, productId)),
  async requireForSale(db, { id, isOn, priceMinor }) {
    if (isOn && priceMinor > 0 && (await pass.count(db, id)) > 0) return;
    throw new DomainError("not_found", pass.notForSale);
  },
  requireGivable: (db, product) => pass.requireForSale(db, product),
  reasonToKeep: (_db, _id, bought) => Promise.resolve(bought),
};
