import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { forgetEnded } from "../../selling/one-to-one/own-requests";
import { requireRequest } from "../../selling/one-to-one/requests";
import type { RequestRef } from "../../selling/one-to-one/schemas";
import { emptyMailsAbout } from "./empty-outbox";

/**
 * Deletes what someone has written in a request that has led to no booking, with the mails about it; its key opens it no
 * longer. Throws not_found, closed, busy.
 */
export async function forgetRequest(ctx: Context, ref: RequestRef): Promise<void> {
  await requireRequest(ctx.db, ref);
  await inTransaction(ctx, async (tx) => {
    if (!(await forgetEnded(tx, ctx, ref))) throw new DomainError("closed", "Please take the request back first.");
    await emptyMailsAbout(tx, [ref.id]);
  });
}
