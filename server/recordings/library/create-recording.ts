import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { recordings } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { changeLibrary } from "./change-library";
import { secondsOf } from "./length";
import { orderOf, putAt } from "./order";
import { finishUploads, mediaOf } from "./recording-media";
import type { NewRecording } from "./schemas";

/**
 * Adds a recording to a collection, at the end or at the place that is wished. The form's key becomes its id: the same
 * form posted twice adds it once. Throws invalid (an upload that is not there, with its field), busy.
 */
export async function createRecording(
  ctx: MemberContext,
  { collection, formKey, ...form }: NewRecording,
): Promise<void> {
  if (await isThere(ctx.db, formKey)) return;
  await finishUploads(ctx, form);
  await changeLibrary(ctx, async (tx) => {
    if (await isThere(tx, formKey)) return;
    const media = await mediaOf(tx, form, null);
    const { length: last } = await orderOf(tx, collection);
    const now = ctx.clock.now();
    await tx.insert(recordings).values({
      ...{ id: formKey, collection, ...media },
      title: form.title,
      description: form.description || null,
      isFree: form.isFree,
      durationSeconds: secondsOf(form.length),
      orderIndex: last,
      createdAt: now,
    });
    await putAt(tx, { collection, id: formKey }, form.orderIndex ?? last);
    const details = { collection, title: form.title, isFree: form.isFree, isOutside: media.videoUrl !== null };
    const entry = { actorId: ctx.user.id, action: "recording.created", details };
    await recordAudit(tx, { ...entry, subjectType: "recording", subjectId: formKey }, now);
  });
}

const isThere = async (db: Queryable, id: string) => (await db.$count(recordings, eq(recordings.id, id))) > 0;
