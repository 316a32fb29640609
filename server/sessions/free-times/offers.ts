import type { Queryable, Transaction } from "@db/client";
import {
  type OneToOneOffer,
  oneToOneExceptions,
  oneToOneHours,
  oneToOneOffers,
  type OneToOneQuestion,
  oneToOneQuestions,
} from "@db/schema";
import { asc, eq, or, type SQL } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import type { SlotRules } from "./slots";

/** An offer with its hours. */
export type OfferWithRules = { offer: OneToOneOffer; rules: SlotRules };

/** Throws not_found. */
export async function requireOffer(db: Queryable, id: string): Promise<OfferWithRules> {
  return withRules(db, await findOffer(db, eq(oneToOneOffers.id, id)));
}

/** Finds an offer that is on sale by its slug or id. Throws not_found. */
export async function requireOfferOnSale(db: Queryable, name: string): Promise<OfferWithRules> {
  const isNamed = or(eq(oneToOneOffers.slug, name), isUuid(name) ? eq(oneToOneOffers.id, name) : undefined);
  const offer = await findOffer(db, isNamed);
  if (!offer.isOn) throw notFound();
  return withRules(db, offer);
}

const notFound = () => new DomainError("not_found", "This one-to-one session is not on offer.");

async function findOffer(db: Queryable, condition: SQL | undefined): Promise<OneToOneOffer> {
  const [offer] = await db.select().from(oneToOneOffers).where(condition);
  if (!offer) throw notFound();
  return offer;
}

/** Throws not_found, busy. */
export async function lockOffer(tx: Transaction, id: string): Promise<OneToOneOffer> {
  const [offer] = await tx.select().from(oneToOneOffers).where(eq(oneToOneOffers.id, id)).for("no key update");
  if (!offer) throw notFound();
  return offer;
}

async function withRules(db: Queryable, offer: OneToOneOffer): Promise<OfferWithRules> {
  const { weekday, startMinute, endMinute } = oneToOneHours;
  const hours = await db
    .select({ weekday, startMinute, endMinute })
    .from(oneToOneHours)
    .where(eq(oneToOneHours.offerId, offer.id))
    .orderBy(asc(weekday), asc(startMinute));
  const { day, startMinute: from, endMinute: until } = oneToOneExceptions;
  const exceptions = await db
    .select({ day, startMinute: from, endMinute: until })
    .from(oneToOneExceptions)
    .where(eq(oneToOneExceptions.offerId, offer.id))
    .orderBy(asc(day), asc(from));
  return { offer, rules: { ...offer, hours, exceptions } };
}

export const readQuestions = (db: Queryable, offerId: string): Promise<OneToOneQuestion[]> =>
  db
    .select()
    .from(oneToOneQuestions)
    .where(eq(oneToOneQuestions.offerId, offerId))
    .orderBy(asc(oneToOneQuestions.number));
