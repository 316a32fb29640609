import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { mediaFiles, recordings } from "@db/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { refuseOutdated, versionOf } from "../../../core/forms";
import { withTableLock } from "../../../core/transaction";
import { describeFile, describeFiles, discardFiles } from "../../../platform/media/media-files";
import { inputValueOf } from "../../../selling/money/convert-price";
import { type Collection, findCollection, priceOf, requireCollection } from "../../../selling/products/catalogue";
import { lockProductAgainstDeletion } from "../../../selling/products/lock";
import { officePagesOf } from "../../../selling/products/office-pages";
import { finishUploads, mediaOf } from "./recording-media";
import type { EditedRecording, Library, LibraryItem, LibraryRef, Move, NewRecording, OpenedRecording } from "./schemas";

export async function listLibrary(
  { db }: Pick<Context, "db">,
  { collection: slug }: { collection: string },
): Promise<Library> {
  const collection = await requireCollection(db, slug);
  const rows = await db
    .select({ recording: recordings, video: mediaFiles })
    .from(recordings)
    .leftJoin(mediaFiles, eq(mediaFiles.id, recordings.videoId))
    .where(eq(recordings.productId, collection.id))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const price = priceOf(collection);
  const { amountMinor, currency } = price;
  const items = rows.map(({ recording, video }, position): LibraryItem => {
    const { id, title, isFree, posterId, captionsId, videoUrl } = recording;
    return {
      ...{ id, position, title, isFree, hasPoster: posterId !== null, hasCaptions: captionsId !== null },
      description: recording.description ?? "",
      video: video ? { file: describeFile(video) } : { host: hostOf(videoUrl) },
    };
  });
  return {
    ...libraryFacts(collection),
    recordings: items,
    price: { typed: inputValueOf(amountMinor), currency, version: versionOf(price) },
  };
}

/** Returns what each page of a collection's library says of it. */
function libraryFacts(collection: Collection) {
  const { head, library } = officePagesOf(collection);
  const asksForPosition = collection.words?.asksForPosition ?? false;
  return { collection: collection.slug, title: head, path: library.path, asksForPosition };
}

function hostOf(videoUrl: string | null): string {
  if (videoUrl === null) throw new Error("the recording has no video");
  return new URL(videoUrl).host;
}

export async function getRecordingForm({ db }: Pick<Context, "db">, ref: LibraryRef): Promise<OpenedRecording> {
  const row = await requireRecording(db, ref);
  const { id, title, description, isFree, videoUrl, durationSeconds, ...media } = row;
  const order = await orderOf(db, row.productId);
  const { videoId, posterId, captionsId } = media;
  const files = await describeFiles(
    db,
    [videoId, posterId, captionsId].filter((file) => file !== null),
  );
  const fileOf = (wanted: string | null) => files.find((file) => file.id === wanted) ?? null;
  return {
    ...{ id, title, isFree, description: description ?? "", videoUrl: videoUrl ?? "" },
    source: videoUrl === null ? "file" : "address",
    length: lengthOf(durationSeconds),
    orderIndex: order.indexOf(id),
    version: versionOf(typedIn(row)),
    files: { video: fileOf(videoId), poster: fileOf(posterId), captions: fileOf(captionsId) },
  };
}

/**
 * Adds a recording. The form key becomes its id, so posting twice adds it once. Throws invalid (upload missing), busy.
 */
export async function createRecording(
  ctx: MemberContext,
  { collection, formKey, ...form }: NewRecording,
): Promise<void> {
  if (await exists(ctx.db, formKey)) return;
  await finishUploads(ctx, form);
  await changeLibrary(ctx, async (tx) => {
    if (await exists(tx, formKey)) return;
    const media = await mediaOf(tx, form, null);
    const { id: productId } = await requireCollection(tx, collection);
    await lockProductAgainstDeletion(tx, productId);
    // It may have been deleted while the lock was waited for.
    await requireCollection(tx, collection);
    const { length: last } = await orderOf(tx, productId);
    const now = ctx.clock.now();
    await tx.insert(recordings).values({
      ...{ id: formKey, productId, ...media },
      title: form.title,
      description: form.description || null,
      isFree: form.isFree,
      durationSeconds: secondsOf(form.length),
      orderIndex: last,
      createdAt: now,
    });
    await putAt(tx, { productId, id: formKey }, form.orderIndex ?? last);
    const details = { collection, title: form.title, isFree: form.isFree, isOutside: media.videoUrl !== null };
    await audit(tx, ctx, "recording.created", formKey, details);
  });
}

const exists = async (db: Queryable, id: string) => (await db.$count(recordings, eq(recordings.id, id))) > 0;

type Recording = typeof recordings.$inferSelect;

/**
 * Changes a recording. Replaced files are deleted after the commit. Throws changed_meanwhile, invalid (upload missing),
 * busy.
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
    const after = one(await tx.update(recordings).set(values).where(eq(recordings.id, id)).returning(), "recording");
    const { orderIndex, orderWas } = form;
    const isMoved = orderIndex !== undefined && orderIndex !== orderWas;
    if (isMoved) await putAt(tx, before, orderIndex);
    await finishEdit(tx, ctx, { before, after: after, isMoved });
  });
}

const typedIn = ({ orderIndex: _, ...typed }: Recording) => typed;

type Edit = { before: Recording; after: Recording; isMoved: boolean };

async function finishEdit(tx: Transaction, ctx: MemberContext, { before, after, isMoved }: Edit): Promise<void> {
  const now = ctx.clock.now();
  const files = ["videoId", "posterId", "captionsId"] as const;
  const gone = files.map((file) => (after[file] === before[file] ? null : before[file]));
  await discardFiles(tx, now, gone);
  const keys = Object.keys(after) as (keyof Recording)[];
  const changed = keys.filter((key) => key !== "createdAt" && key !== "orderIndex" && after[key] !== before[key]);
  if (isMoved) changed.push("orderIndex");
  if (changed.length === 0) return;
  await audit(tx, ctx, "recording.edited", after.id, { changed });
}

export async function requireRecording(db: Queryable, { id, collection }: LibraryRef): Promise<Recording> {
  const [found] = await db.select().from(recordings).where(eq(recordings.id, id));
  if (!found || (await findCollection(db, collection))?.id !== found.productId)
    throw new DomainError("not_found", "Recording Not Found");
  return found;
}

/** Deletes a recording, its progress and, after the commit, files that nothing else uses. Throws not_found, busy. */
export async function deleteRecording(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const { id, productId, title, videoId, posterId, captionsId } = await requireRecording(tx, ref);
    const now = ctx.clock.now();
    await tx.delete(recordings).where(eq(recordings.id, id));
    await renumber(tx, productId, await orderOf(tx, productId));
    await discardFiles(tx, now, [videoId, posterId, captionsId]);
    await audit(tx, ctx, "recording.deleted", id, { collection: ref.collection, title });
    return { title };
  });
}

export async function moveRecording(ctx: MemberContext, { to, ...ref }: Move): Promise<{ title: string }> {
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

async function orderOf(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.productId, productId))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  return rows.map(({ id }) => id);
}

/** Moves a recording to `position` (from 0). The library must be locked. */
async function putAt(
  tx: Transaction,
  { productId, id }: { productId: string; id: string },
  position: number,
): Promise<void> {
  const order = (await orderOf(tx, productId)).filter((other) => other !== id);
  order.splice(Math.max(0, position), 0, id);
  await renumber(tx, productId, order);
}

async function renumber(tx: Transaction, productId: string, order: string[]): Promise<void> {
  const wanted = sql`(array_position(${sql.param(order)}::uuid[], ${recordings.id}) - 1)`;
  await tx
    .update(recordings)
    .set({ orderIndex: wanted })
    .where(and(eq(recordings.productId, productId), sql`${recordings.orderIndex} <> ${wanted}`));
}

const secondsOf = (length: string | undefined): number | null =>
  length ? length.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0) : null;

function lengthOf(seconds: number | null): string {
  if (seconds === null) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export const changeLibrary = <Value>({ db }: Pick<MemberContext, "db">, work: (tx: Transaction) => Promise<Value>) =>
  withTableLock({ db }, { table: recordings, name: "recordings" }, work);
