import { showPrice } from "../../platform/money/convert-price";
import { formatPrice } from "../../core/money";
import type { MemberContext } from "../../core/context";
import { type Collection, priceOf } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { ownWords, textsOf } from "../../catalogue/products/words";
import { bannerFor } from "./banner";
import type { SeriesLength } from "./durations";
import { listShelves } from "./list-recordings";
import type { MyRecording, MyRecordings } from "./schemas";

export async function listMyRecordings(ctx: MemberContext): Promise<MyRecordings> {
  const shelves = await readShelves(ctx);
  const locked = shelves.filter(({ hasFullAccess, opensAt, isForSale }) => !hasFullAccess && !opensAt && isForSale);
  return {
    recordings: shelves.flatMap(({ watchable }) => watchable.map(printRecording)),
    unlocked: shelves
      .filter(({ hasFullAccess }) => hasFullAccess)
      .map((shelf) => ({ slug: shelf.collection.slug, banner: bannerOf(shelf) })),
    locked: locked.map((shelf) => offerOf(ctx, shelf)),
    browse: shelves
      .filter(({ collection }) => collection.isOn)
      .map(({ collection }) => ({ label: textsOf(collection).browse, path: kinds.collection.pathOf(collection) })),
  };
}

/** Says that a collection is open: by a membership, for as long as that grants it. */
const bannerOf = ({ collection, byMembership, recordings }: ReadShelf): string =>
  byMembership
    ? `“${textsOf(collection).title}” is open to you for as long as your membership grants it.`
    : bannerFor(collection, recordings);

type OfferedShelf = { collection: Collection; length: SeriesLength };

function offerOf(ctx: MemberContext, { collection, length }: OfferedShelf): MyRecordings["locked"][number] {
  const { title, unlockTitle, offer } = textsOf(collection);
  const price = formatPrice(showPrice(priceOf(collection), ctx.visitor.currency, ctx.rates).list);
  const { slug } = collection;
  const path = kinds.collection.pathOf(collection);
  return { collection: slug, path, title, unlockTitle, offer, length: length.text, price };
}

type ShownShelf = {
  /** What the member began last and has not finished. */
  resume: MyRecording | null;
  recordings: MyRecording[];
};

export async function listShelf(ctx: MemberContext, limit: number): Promise<ShownShelf> {
  const shelves = await readShelves(ctx);
  const all = shelves.flatMap(({ watchable }) => watchable);
  const begunAt = ({ progress, watchedAt }: WatchableRecording) =>
    progress && !progress.isFinished ? (watchedAt?.getTime() ?? 0) : 0;
  const isUnlocked = ({ badge }: WatchableRecording) => (badge === "Unlocked" ? 1 : 0);
  const sorted = all.toSorted((a, b) => begunAt(b) - begunAt(a) || isUnlocked(b) - isUnlocked(a));
  const [first] = sorted;
  return {
    resume: first && begunAt(first) > 0 ? printRecording(first) : null,
    recordings: sorted.slice(0, limit).map(printRecording),
  };
}

type ReadShelf = Awaited<ReturnType<typeof readShelves>>[number];
type WatchableRecording = ReadShelf["watchable"][number];

const standIn = "A guided breathing practice.";

async function readShelves(ctx: MemberContext) {
  const shelves = await listShelves(ctx);
  return shelves.map(({ collection, recordings, isOwned, byMembership, opensAt, isForSale, length }) => {
    const of = {
      collectionBadge: textsOf(collection).badge,
      standIn: ownWords(collection)?.recording ?? standIn,
    };
    const path = kinds.collection.pathOf(collection);
    return {
      collection,
      recordings,
      byMembership,
      opensAt,
      isForSale,
      length,
      hasFullAccess: isOwned || ctx.user.role === "admin",
      watchable: recordings
        .filter(({ isWatchable }) => isWatchable)
        .map((recording) => ({ ...recording, ...of, path: `${path}/${recording.id}` })),
    };
  });
}

const printRecording = ({ watchedAt: _, ...recording }: WatchableRecording): MyRecording => recording;
