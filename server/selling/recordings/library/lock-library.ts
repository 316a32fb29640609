import type { Queryable, Transaction } from "@db/client";
import { recordings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { withTableLock } from "../../../core/transaction";
import { findCollection } from "../../../catalogue/products/catalogue";
import type { LibraryRef } from "./schemas";

export type Recording = typeof recordings.$inferSelect;

/** Returns a recording of a collection. Throws not_found. */
export async function requireRecording(db: Queryable, { id, collection }: LibraryRef): Promise<Recording> {
  const [found] = await db.select().from(recordings).where(eq(recordings.id, id));
  if (!found || (await findCollection(db, collection))?.id !== found.productId)
    throw new DomainError("not_found", "Recording Not Found");
  return found;
}

/** Runs a change of recordings or their captions, one at a time. Throws busy. */
export const changeLibrary = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: recordings, name: "recordings" }, work);
