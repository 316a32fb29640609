import { eq } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeCodes, lockCodeById } from "./require-code";

/** Deletes a code: nobody can use it any more, and what was agreed with it stays agreed. Throws not_found, busy. */
export async function deleteCode(ctx: MemberContext, { id }: { id: string }): Promise<{ code: string }> {
  return changeCodes(ctx, async (tx) => {
    const { code } = await lockCodeById(tx, id);
    await tx.delete(discountCodes).where(eq(discountCodes.id, id));
    const entry = { actorId: ctx.user.id, action: "code.deleted", details: { code } };
    await recordAudit(tx, { ...entry, subjectType: "code", subjectId: id }, ctx.clock.now());
    return { code };
  });
}
