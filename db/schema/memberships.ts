import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, id, instant } from "./columns";
import { areGrants, grants } from "./membership-terms";
import { products } from "./products";
import { purchases } from "./purchases";

/** Who takes its money: Stripe, or the instructor by other means. */
export const membershipSource = pgEnum("membership_source", ["stripe", "outside"]);

/** Which may follow which is said in server/selling/memberships/transitions.ts. */
export const membershipState = pgEnum("membership_state", [
  "pending",
  "active",
  "paused",
  "past_due",
  "cancelled",
  "expired",
]);

export const membershipInterval = pgEnum("membership_interval", ["month", "year"]);

/** What one member has joined: the plan of that day. */
export const memberships = pgTable(
  "memberships",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    title: text().notNull(),
    ...grants(),
    interval: membershipInterval().notNull(),
    /** What a period costs. */
    priceMinor: integer().notNull(),
    currency: currency().notNull(),
    /** From when its plan is what it is, if that has changed: the months before are those of the plan before. */
    planSince: instant(),
    /** What Stripe makes of it at `nextFrom`, if it has been told to: another plan, interval or price. */
    nextProductId: uuid().references(() => products.id, { onDelete: "restrict" }),
    nextTitle: text(),
    nextInterval: membershipInterval(),
    nextPriceMinor: integer(),
    nextFrom: instant(),
    source: membershipSource().notNull(),
    /** What the source calls it, such as the id of Stripe's subscription. */
    reference: text().unique(),
    /** What Stripe calls its member. */
    customerReference: text(),
    /** Brought from another system: it stays pending until its member adds a card, however often they try. */
    startsWithCard: boolean().notNull().default(false),
    /** The attempt to join that is under way: its key at Stripe, so that one attempt opens one page. */
    attemptKey: uuid(),
    attemptedAt: instant(),
    checkoutId: text(),
    checkoutUrl: text(),
    /** The days without payment that were agreed when it was joined. */
    trialDays: integer().notNull().default(0),
    /** Those published when it was joined. */
    termsVersion: integer(),
    privacyVersion: integer(),
    /** How often Stripe's word was applied: one that was read before another was applied is read again. */
    syncs: integer().notNull().default(0),
    syncedAt: instant(),
    /** When Stripe said that nothing renews it any more, though it may run to the end of what is paid. */
    renewalEndedAt: instant(),
    state: membershipState().notNull().default("pending"),
    /** The beginning of the first period. */
    startedAt: instant(),
    /** The first instant at which nothing is granted any more: the end of the last period. Null before the first one. */
    accessUntil: instant(),
    pausedAt: instant(),
    /** When a pause ends by itself. */
    resumesAt: instant(),
    cancelledAt: instant(),
    /** Why the member left, in their own words. */
    leaveReason: text(),
    /** When it was over; null while it is the member's one live membership. */
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("memberships_live_once")
      .on(table.userId)
      .where(sql`${table.endedAt} is null`),
    index("memberships_user_idx").on(table.userId, table.accessUntil),
    index("memberships_product_idx").on(table.productId),
    check("memberships_grants", areGrants(table)),
    check("memberships_price_not_negative", sql`${table.priceMinor} >= 0`),
    check(
      "memberships_next",
      sql`num_nulls(${table.nextProductId}, ${table.nextTitle}, ${table.nextInterval}, ${table.nextPriceMinor}, ${table.nextFrom}) in (0, 5)`,
    ),
    check("memberships_begun", sql`(${table.startedAt} is null) = (${table.accessUntil} is null)`),
    check(
      "memberships_paused",
      sql`(${table.state} = 'paused') = (${table.pausedAt} is not null) and (${table.pausedAt} is null) = (${table.resumesAt} is null)`,
    ),
    check("memberships_trial_days", sql`${table.trialDays} between 0 and 90`),
    check("memberships_ended", sql`${table.state} <> 'expired' or ${table.endedAt} is not null`),
    check(
      "memberships_granted",
      sql`${table.state} in ('pending', 'cancelled', 'expired') or ${table.accessUntil} is not null`,
    ),
  ],
);

export type Membership = typeof memberships.$inferSelect;

/** `paid`: by a purchase of ours; `elsewhere`: in no book of ours; `paused`: the time by which a pause has moved the end. */
export const periodKind = pgEnum("membership_period_kind", ["paid", "elsewhere", "free", "trial", "paused"]);

/** The periods of memberships, each in the books once; never changed. */
export const membershipPeriods = pgTable(
  "membership_periods",
  {
    id: id(),
    membershipId: uuid()
      .notNull()
      .references(() => memberships.id, { onDelete: "restrict" }),
    kind: periodKind().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** When the pause began that has moved the end. */
    pausedAt: instant(),
    /** What it is known by at its source, such as Stripe's invoice or the form that added it: nothing comes twice. */
    reference: text().notNull().unique(),
    /** The purchase that paid for it. */
    purchaseId: uuid()
      .unique()
      .references(() => purchases.id, { onDelete: "restrict" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("membership_periods_membership_idx").on(table.membershipId, table.startsAt),
    check("membership_periods_order", sql`${table.endsAt} > ${table.startsAt}`),
    check("membership_periods_paid", sql`(${table.kind} = 'paid') = (${table.purchaseId} is not null)`),
    check("membership_periods_paused", sql`(${table.kind} = 'paused') = (${table.pausedAt} is not null)`),
  ],
);

export type MembershipPeriod = typeof membershipPeriods.$inferSelect;
