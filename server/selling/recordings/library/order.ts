import type { Queryable, Transaction } from "@db/client";
import { recordings } from "@db/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { audit } from "../../../core/record-audit";
import { changeLibrary, requireRecording } from "./lock-library";
import type { RecordingMove } from "./schemas";

/** The order in which a collection's recordings are shown. */
export const inOrder = [asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id)];

/** Returns the ids of a collection's recordings in their order. */
export async function orderOf(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.productId, productId))
    .orderBy(...inOrder);
  return rows.map(({ id }) => id);
}

/** Moves a recording to `position` (from 0). The library must be locked. */
export async function putAt(
  tx: Transaction,
  { productId, id }: { productId: string; id: string },
  position: number,
): Promise<void> {
  const order = (await orderOf(tx, productId)).filter((other) => other !== id);
  order.splice(Math.max(0, position), 0, id);
  await renumber(tx, productId, order);
}

/** Gives each recording of a collection its place in `order`. The library must be locked. */
export async function renumber(tx: Transaction, productId: string, order: string[]): Promise<void> {
  const wanted = sql`(array_position(${sql.param(order)}::uuid[], ${recordings.id}) - 1)`;
  await tx
    .update(recordings)
    .set({ orderIndex: wanted })
    .where(and(eq(recordings.productId, productId), sql`${recordings.orderIndex} <> ${wanted}`));
}

export async function moveRecording(ctx: MemberContext, { to, ...ref }: RecordingMove): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const { title, ...moved } = await requireRecording(tx, ref);
    const before = await orderOf(tx, moved.productId);
    await putAt(tx, moved, to);
    const [from, reached] = [before.indexOf(ref.id), (await orderOf(tx, moved.productId)).indexOf(ref.id)];
    if (from !== reached) {
      await audit(tx, ctx, "recording.moved", ref.id, { from, to: reached });
    }
    return { title };
  });
}
