import type { Queryable } from "@db/client";
import { openingMails } from "@db/schema";
import { and, eq, type SQL } from "drizzle-orm";
import { uuidPattern } from "../../core/input-schemas";
import type { Services } from "../../core/services";

/** A member and a collection of theirs, about whose parts they are mailed. */
export type OpeningMailsRef = { userId: string; productId: string };

export const isOpeningMail = ({ userId, productId }: OpeningMailsRef): SQL | undefined =>
  and(eq(openingMails.userId, userId), eq(openingMails.productId, productId));

declare module "../../core/services" {
  interface Hooks {
    /** Returns the ids of the products whose purchase is open to a member. */
    ownedProducts(db: Queryable, userId: string): Promise<Set<string>>;
  }
}

export type OpeningServices = { db: Queryable; hooks: Services["hooks"] };

/** Returns whether a member still wants to be told, and still has the collection. */
export async function wantsOpeningMails({ db, hooks }: OpeningServices, ref: OpeningMailsRef): Promise<boolean> {
  if ((await db.$count(openingMails, isOpeningMail(ref))) === 0) return false;
  return (await hooks.ownedProducts(db, ref.userId)).has(ref.productId);
}

type OpeningMailsChoice = OpeningMailsRef & { isWanted: boolean };

/** Stores whether a member is mailed when a part opens, and since when; safe to repeat. */
export async function chooseOpeningMails(
  db: Queryable,
  { isWanted, ...ref }: OpeningMailsChoice,
  now: Date,
): Promise<void> {
  if (!isWanted) await db.delete(openingMails).where(isOpeningMail(ref));
  else
    await db
      .insert(openingMails)
      .values({ ...ref, createdAt: now })
      .onConflictDoNothing();
}

const cause = "recordings-opened:";

/** Returns the beginning of the dedupe keys of a member's mails about a collection. */
export const openingMailsKey = ({ userId, productId }: OpeningMailsRef): string => `${cause}${userId}:${productId}:`;

const keyPattern = new RegExp(`^${cause}(${uuidPattern}):(${uuidPattern}):`);

/** Returns whom a mail told of which collection; null for any other mail. */
export function openingMailsOf({ dedupeKey }: { dedupeKey: string }): OpeningMailsRef | null {
  const [, userId, productId] = keyPattern.exec(dedupeKey) ?? [];
  return userId && productId ? { userId, productId } : null;
}
