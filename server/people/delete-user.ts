import type { z } from "zod";
import { deleteAccount } from "../deletion/delete-account";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import type { userDeletion } from "./schemas";

/**
 * Deletes a member's account as she would herself, except that the instructor says whether what was paid for places and
 * collections goes back. Throws forbidden for an admin's account, and what `deleteAccount` throws.
 */
export async function deleteUser(
  ctx: MemberContext,
  { id, refund, reason }: z.infer<typeof userDeletion>,
): Promise<void> {
  await deleteAccount(ctx, id, {
    actorId: ctx.user.id,
    byInstructor: { refund: refund === "yes" },
    reason: reason || undefined,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: (_tx, account) => {
      if (account.role !== "admin") return Promise.resolve();
      throw new DomainError("forbidden", "Admins delete their own account, in their profile.");
    },
  });
}
