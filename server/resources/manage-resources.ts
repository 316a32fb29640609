import { inTransaction } from "../core/transaction";
import type { Queryable } from "@db/client";
import { resources } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../audit/record-audit";
import type { Context, MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { refuseOutdated, versionOf } from "../core/forms";
import { inputValueOf } from "../money/convert-price";
import type { EditedResource, NewResource, OpenedResource } from "./schemas";

/** Throws not_found. */
export async function getResourceForm({ db }: Pick<Context, "db">, { id }: { id: string }): Promise<OpenedResource> {
  const row = await requireResource(db, id);
  const { title, description, category, priceMinor, priceCurrency: currency } = row;
  const price = inputValueOf(priceMinor);
  return { title, description, category: category ?? "", price, currency, version: versionOf(row) };
}

/** The form key becomes the resource's id, so posting twice adds it once. */
export async function createResource(ctx: MemberContext, { formKey, ...form }: NewResource): Promise<void> {
  await inTransaction(ctx, async (tx) => {
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
    await audit(tx, ctx, "resource.created", formKey, { title: form.title });
  });
}

/** Throws not_found, changed_meanwhile. */
export async function editResource(ctx: MemberContext, { id, version, ...form }: EditedResource): Promise<void> {
  await inTransaction(ctx, async (tx) => {
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
    await audit(tx, ctx, "resource.edited", id, { changed });
  });
}

/** Throws not_found. */
export async function deleteResource(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [gone] = await tx.delete(resources).where(eq(resources.id, id)).returning();
    if (!gone) throw new DomainError("not_found", "Resource not found");
    await audit(tx, ctx, "resource.deleted", id, { title: gone.title });
  });
}

async function requireResource(db: Queryable, id: string): Promise<typeof resources.$inferSelect> {
  const [found] = await db.select().from(resources).where(eq(resources.id, id));
  if (!found) throw new DomainError("not_found", "Resource not found");
  return found;
}
