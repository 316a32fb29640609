import { and, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { recordings } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { refuseOutdated } from "../../core/form-version";
import { discardFiles } from "../../media/discard-files";
import type { MemberContext } from "../../core/context";
import { changeLibrary } from "./change-library";
import { secondsOf } from "./length";
import { putAt } from "./order";
import { finishUploads, mediaOf } from "./recording-media";
import type { EditedRecording, LibraryRef } from "./schemas";

export type Recording = typeof recordings.$inferSelect;

/**
 * Saves a recording as it was typed; files that it had and has no longer go after it is saved. Throws not_found,
 * changed_meanwhile, invalid (an upload that is not there, with its field), busy.
 */
export async function editRecording(
  ctx: MemberContext,
  { id, collection, version, ...form }: EditedRecording,
): Promise<void> {
  await requireRecording(ctx.db, { id, collection });
  await finishUploads(ctx, form);
  await changeLibrary(ctx, async (tx) => {
    const before = await requireRecording(tx, { id, collection });
    const values = {
      ...(await mediaOf(tx, form, before)),
      title: form.title,
      description: form.description || null,
      isFree: form.isFree,
      durationSeconds: secondsOf(form.length),
    };
    refuseOutdated({ now: typedIn(before), wanted: typedIn({ ...before, ...values }), version });
    const [after] = await tx.update(recordings).set(values).where(eq(recordings.id, id)).returning();
    const isMoved = form.orderIndex !== undefined && form.orderIndex !== form.orderWas;
    if (isMoved) await putAt(tx, { id, collection }, form.orderIndex!);
    await finish(tx, ctx, { before, after: after!, isMoved });
  });
}

/** What is typed of a recording: its place in the order is changed by itself, too. */
export const typedIn = ({ orderIndex: _, ...typed }: Recording) => typed;

type Edit = { before: Recording; after: Recording; isMoved: boolean };

async function finish(tx: Transaction, ctx: MemberContext, { before, after, isMoved }: Edit): Promise<void> {
  const now = ctx.clock.now();
  const files = ["videoId", "posterId", "captionsId"] as const;
  const gone = files.map((file) => (after[file] === before[file] ? null : before[file]));
  await discardFiles(tx, now, gone);
  const keys = Object.keys(after) as (keyof Recording)[];
  const changed = keys.filter((key) => key !== "createdAt" && key !== "orderIndex" && after[key] !== before[key]);
  if (isMoved) changed.push("orderIndex");
  if (changed.length === 0) return;
  const entry = { actorId: ctx.user.id, action: "recording.edited", details: { changed } };
  await recordAudit(tx, { ...entry, subjectType: "recording", subjectId: after.id }, now);
}

/** Throws not_found, also for the id of another collection. */
export async function requireRecording(db: Queryable, { id, collection }: LibraryRef): Promise<Recording> {
  const [found] = await db
    .select()
    .from(recordings)
    .where(and(eq(recordings.id, id), eq(recordings.collection, collection)));
  if (!found) throw new DomainError("not_found", "Recording Not Found");
  return found;
}
