import { sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { isBusy } from "@db/errors";
import { recordings } from "@db/schema";
import { DomainError } from "../../errors";
import type { MemberContext } from "../../trpc/context";

/**
 * A transaction that changes recordings or their order. They queue here, those that add one as well, which the lock of
 * no row would keep out; whoever reads or watches does not wait. Throws busy.
 */
export async function changeLibrary<Value>(
  { db }: Pick<MemberContext, "db">,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await tx.execute(sql`lock table ${recordings} in share row exclusive mode`);
      return work(tx);
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DomainError("busy", "Somebody else is changing recordings. Please try again.", { cause: error });
  }
}
