import { eq } from "drizzle-orm";
import { liveSessions, sessionCategories } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeCategories, requireCategory } from "./change-categories";

/** Deletes a category; its sessions have none from then on. Answers how many those are. Throws not_found, busy. */
export async function deleteCategory(ctx: MemberContext, { id }: { id: string }): Promise<{ sessions: number }> {
  return changeCategories(ctx, async (tx) => {
    const { name } = await requireCategory(tx, id);
    const sessions = await tx.$count(liveSessions, eq(liveSessions.category, name));
    await tx.delete(sessionCategories).where(eq(sessionCategories.id, id));
    const entry = { actorId: ctx.user.id, action: "category.deleted", details: { sessions } };
    await recordAudit(tx, { ...entry, subjectType: "category", subjectId: name }, ctx.clock.now());
    return { sessions };
  });
}
