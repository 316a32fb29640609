import { eq } from "drizzle-orm";
import { sessionCategories } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { refuseOutdated } from "../../core/form-version";
import type { MemberContext } from "../../core/context";
import { changeCategories, requireCategory, requireFreeName } from "./change-categories";
import type { RenamedCategory } from "./schemas";

/**
 * Calls a category something else; its sessions stay in it. Throws not_found, changed_meanwhile, invalid (the name is
 * taken), busy.
 */
export async function renameCategory(ctx: MemberContext, { id, name, version }: RenamedCategory): Promise<void> {
  await changeCategories(ctx, async (tx) => {
    const before = await requireCategory(tx, id);
    refuseOutdated({ now: { name: before.name }, wanted: { name }, version });
    await requireFreeName(tx, { id, name });
    if (before.name === name) return;
    await tx.update(sessionCategories).set({ name }).where(eq(sessionCategories.id, id));
    const entry = { actorId: ctx.user.id, action: "category.renamed", details: { from: before.name, to: name } };
    await recordAudit(tx, { ...entry, subjectType: "category", subjectId: name }, ctx.clock.now());
  });
}
