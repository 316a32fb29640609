import type { Transaction } from "@db/client";
import { withdrawalRequests } from "@db/schema";
import { asc, eq, type SQL } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { WithdrawalRequest } from "./mails";

/** Locks a request to withdraw; a contract is locked before. Throws not_found. */
export async function lockRequest(tx: Transaction, id: string): Promise<WithdrawalRequest> {
  const [request] = await lockRequests(tx, eq(withdrawalRequests.id, id));
  if (!request) throw new DomainError("not_found", "Withdrawal not found");
  return request;
}

/** Locks requests in the order of their ids. */
export const lockRequests = (tx: Transaction, condition: SQL | undefined): Promise<WithdrawalRequest[]> =>
  tx.select().from(withdrawalRequests).where(condition).orderBy(asc(withdrawalRequests.id)).for("update");
