import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, id, instant } from "./columns";
import { products } from "./products";
import { purchases } from "./purchases";

const isPeriod = ({ months }: { months: AnyPgColumn }) => sql`${months} between 1 and 120`;

/** What a product of the kind `gift_card` holds, for those who buy it from now on. Amounts are in pence. */
export const giftCardTerms = pgTable(
  "gift_card_terms",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    lowestMinor: integer().notNull(),
    highestMinor: integer().notNull(),
    months: integer().notNull(),
  },
  (table) => [
    check("gift_card_terms_amounts", sql`${table.lowestMinor} between 100 and ${table.highestMinor}`),
    check("gift_card_terms_period", isPeriod(table)),
  ],
);

/** A gift card that one customer has bought, or is about to: it has a code once it was paid. */
export const giftCards = pgTable(
  "gift_cards",
  {
    id: id(),
    purchaseId: uuid()
      .notNull()
      .unique()
      .references(() => purchases.id, { onDelete: "restrict" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    /** The giver. Null until an account has confirmed their address. */
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    /** What was paid. */
    amountMinor: integer().notNull(),
    currency: currency().notNull(),
    months: integer().notNull(),
    /** The pass for whose price it was bought, which it names; it pays for everything else, too. */
    passId: uuid().references(() => products.id, { onDelete: "set null" }),
    /** The code's hash, by which it is found. */
    codeHash: text().unique(),
    /** The code, encrypted with a key outside the database, to be mailed and printed. */
    sealedCode: text(),
    giverName: text().notNull(),
    recipientName: text(),
    /** To whom it is mailed; null if the giver gives it themselves. */
    recipientEmail: text(),
    words: text(),
    /** When it is mailed; null as soon as it is paid. */
    sendAt: instant(),
    /** The giver's time zone, in which its mail says days. */
    timeZone: text().notNull(),
    /** How often it was asked to be mailed again: a part of each mail's key. */
    resends: integer().notNull().default(0),
    sentAt: instant(),
    issuedAt: instant(),
    /** The first instant that is no longer in its period. */
    endsAt: instant(),
    /** When it was taken back, by a refund or by removing its purchase. */
    endedAt: instant(),
    /** Since when a bank disputes its payment. */
    frozenAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("gift_cards_user_idx").on(table.userId),
    index("gift_cards_ends_idx").on(table.endsAt),
    index("gift_cards_created_idx").on(table.createdAt),
    check("gift_cards_amount", sql`${table.amountMinor} > 0`),
    check("gift_cards_period", isPeriod(table)),
    check("gift_cards_issued", sql`num_nonnulls(${table.issuedAt}, ${table.codeHash}, ${table.endsAt}) in (0, 3)`),
  ],
);

export type GiftCard = typeof giftCards.$inferSelect;
