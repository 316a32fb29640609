import { resources } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import type { NewResource } from "./schemas";

/** Adds a learning resource. The form's key becomes its id: the same form posted twice adds it once. */
export async function createResource(ctx: MemberContext, { formKey, ...form }: NewResource): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const made = await tx
      .insert(resources)
      .values({
        id: formKey,
        title: form.title,
        description: form.description,
        category: form.category ?? null,
        priceMinor: form.priceMinor,
        priceCurrency: form.currency,
        createdAt: now,
      })
      .onConflictDoNothing({ target: resources.id })
      .returning({ id: resources.id });
    if (made.length === 0) return;
    const entry = { actorId: ctx.user.id, action: "resource.created", details: { title: form.title } };
    await recordAudit(tx, { ...entry, subjectType: "resource", subjectId: formKey }, now);
  });
}
