import { eq } from "drizzle-orm";
import { resources } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { refuseOutdated } from "../../core/form-version";
import type { MemberContext } from "../../core/context";
import { requireResource } from "./require-resource";
import type { EditedResource } from "./schemas";

/** Saves a learning resource as it was typed. Throws not_found, changed_meanwhile. */
export async function editResource(ctx: MemberContext, { id, version, ...form }: EditedResource): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.select().from(resources).where(eq(resources.id, id)).for("update");
    const before = await requireResource(tx, id);
    const after = {
      title: form.title,
      description: form.description,
      category: form.category ?? null,
      priceMinor: form.priceMinor,
      priceCurrency: form.currency,
    };
    const keys = Object.keys(after) as (keyof typeof after)[];
    const changed = keys.filter((key) => after[key] !== before[key]);
    refuseOutdated({ now: before, wanted: { ...before, ...after }, version });
    if (changed.length === 0) return;
    await tx.update(resources).set(after).where(eq(resources.id, id));
    const entry = { actorId: ctx.user.id, action: "resource.edited", details: { changed } };
    await recordAudit(tx, { ...entry, subjectType: "resource", subjectId: id }, ctx.clock.now());
  });
}
