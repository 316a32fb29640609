import { recordings } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatPrice } from "../../core/money";
import { showPrice } from "../../platform/money/convert-price";
import { type Collection, priceOf, requireCollection } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { textsOf } from "../../catalogue/products/words";
import { readAccess } from "./access";
import { durationOf, seriesLength } from "./durations";
import { isHeardOnly, posterUrl } from "./list-recordings";
import { readNeighbours, readPlaces } from "./neighbours";
import { recordingColumns } from "./picture";
import { readPlayer } from "./player";
import { progressOf, startOf } from "./positions";
import type { RecordingPage } from "./schemas";

export async function getRecording(
  ctx: Context,
  { collection: slug, id, language }: { collection: string; id: string; language?: string | undefined },
): Promise<RecordingPage> {
  const collection = await requireCollection(ctx.db, slug).catch(notFound);
  const series = await ctx.db
    .select(recordingColumns)
    .from(recordings)
    .where(eq(recordings.productId, collection.id))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  const index = series.findIndex((recording) => recording.id === id);
  const recording = series[index];
  if (!recording) throw new DomainError("not_found", "Recording Not Found");
  const { isOpen, isBought, opens } = await readAccess(ctx, ctx.user, recording);
  if (!isOpen && !isBought && !collection.isOn) throw new DomainError("not_found", "Recording Not Found");
  const progress = isOpen ? (await readPlaces(ctx.db, ctx.user, [id])).get(id) : undefined;
  const startSeconds = startOf(progress, recording.durationSeconds);
  return {
    id,
    collection: slug,
    seriesPath: kinds.collection.pathOf(collection),
    series: seriesOf(collection),
    number: index + 1,
    title: recording.title,
    description: recording.description,
    isFree: recording.isFree,
    isHeardOnly: isHeardOnly(recording),
    duration: durationOf(recording.durationSeconds),
    opens,
    offer: isOpen || isBought ? null : offerOf(ctx, collection, series),
    access: isOpen ? "open" : isBought ? "later" : ctx.user ? "premium" : "members",
    image: posterUrl(recording, collection, "wide", { index, count: series.length }),
    publishedAt: recording.createdAt.toISOString(),
    player: isOpen ? await readPlayer(ctx, recording, { startSeconds, language }) : null,
    progress: progressOf(progress, recording.durationSeconds),
    ...(await readNeighbours(ctx, series, index)),
  };
}

const notFound = (): never => {
  throw new DomainError("not_found", "Recording Not Found");
};

function seriesOf(collection: Collection): RecordingPage["series"] {
  const { title, description, series, badge } = textsOf(collection);
  return { title, description, series, badge };
}

type OfferedRecording = { isFree: boolean; durationSeconds: number | null };

function offerOf(ctx: Context, collection: Collection, series: OfferedRecording[]) {
  const price = formatPrice(showPrice(priceOf(collection), ctx.visitor.currency, ctx.rates).list);
  const free = series.filter(({ isFree }) => isFree).length;
  return { price, length: seriesLength(series).text, total: series.length, free };
}
