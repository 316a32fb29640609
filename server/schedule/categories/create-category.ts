import { eq } from "drizzle-orm";
import { sessionCategories } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeCategories, requireFreeName } from "./change-categories";
import type { NewCategory } from "./schemas";

/**
 * Adds a category. The form's key becomes its id: the same form posted twice adds it once. Throws invalid (the name is
 * taken), busy.
 */
export async function createCategory(ctx: MemberContext, { name, formKey: id }: NewCategory): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    if ((await tx.$count(sessionCategories, eq(sessionCategories.id, id))) > 0) return;
    await requireFreeName(tx, { id, name });
    await tx.insert(sessionCategories).values({ id, name });
    const entry = { actorId: ctx.user.id, action: "category.created" };
    await recordAudit(tx, { ...entry, subjectType: "category", subjectId: name }, ctx.clock.now());
  });
}
