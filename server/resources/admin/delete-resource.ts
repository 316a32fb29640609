import { eq } from "drizzle-orm";
import { resources } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";

/** Throws not_found. */
export async function deleteResource(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(resources).where(eq(resources.id, id)).returning();
    if (!gone) throw new DomainError("not_found", "Resource not found");
    const entry = { actorId: ctx.user.id, action: "resource.deleted", details: { title: gone.title } };
    await recordAudit(tx, { ...entry, subjectType: "resource", subjectId: id }, ctx.clock.now());
  });
}
