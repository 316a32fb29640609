import type { Queryable, Transaction } from "@db/client";
import {
  type OneToOneOffer,
  oneToOneExceptions,
  oneToOneHours,
  oneToOneOffers,
  type OneToOneQuestion,
  oneToOneQuestions,
} from "@db/schema";
import { one } from "@db/one";
import { asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import { readRates } from "../../platform/money/price-rows";
import type { TakenRate } from "../../platform/money/session-price";
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

/** Returns the offers on sale, the oldest first, in a constant number of queries. */
export async function listOffersOnSale(db: Queryable): Promise<OfferWithRules[]> {
  const offers = await db
    .select()
    .from(oneToOneOffers)
    .where(eq(oneToOneOffers.isOn, true))
    .orderBy(asc(oneToOneOffers.createdAt), asc(oneToOneOffers.id));
  return offers.length === 0 ? [] : withRulesOfAll(db, offers);
}

const withRules = async (db: Queryable, offer: OneToOneOffer): Promise<OfferWithRules> =>
  one(await withRulesOfAll(db, [offer]), "offer");

async function withRulesOfAll(db: Queryable, offers: OneToOneOffer[]): Promise<OfferWithRules[]> {
  const ids = offers.map(({ id }) => id);
  const hours = await db
    .select()
    .from(oneToOneHours)
    .where(inArray(oneToOneHours.offerId, ids))
    .orderBy(asc(oneToOneHours.weekday), asc(oneToOneHours.startMinute));
  const exceptions = await db
    .select()
    .from(oneToOneExceptions)
    .where(inArray(oneToOneExceptions.offerId, ids))
    .orderBy(asc(oneToOneExceptions.day), asc(oneToOneExceptions.startMinute));
  return offers.map((offer) => {
    const isOfIt = ({ offerId }: { offerId: string }) => offerId === offer.id;
    return { offer, rules: { ...offer, hours: hours.filter(isOfIt), exceptions: exceptions.filter(isOfIt) } };
  });
}

/** Returns the rates of an offer, which each of its sessions has, too. They have no places that could be taken. */
export async function readOfferRates(
  db: Queryable,
  { id, pricing }: Pick<OneToOneOffer, "id" | "pricing">,
): Promise<TakenRate[]> {
  if (pricing === "one") return [];
  return (await readRates(db, [{ offerId: id }], sql<number>`0`)).get(id) ?? [];
}

export const readQuestions = (db: Queryable, offerId: string): Promise<OneToOneQuestion[]> =>
  db
    .select()
    .from(oneToOneQuestions)
    .where(eq(oneToOneQuestions.offerId, offerId))
    .orderBy(asc(oneToOneQuestions.number));
