import { showPrice } from "../../selling/money/convert-price";
import { formatPrice } from "../../core/money";
import type { MemberContext } from "../../core/context";
import type { CollectionName } from "../../core/items";
import { collectionPrice } from "./collection";
import { listShelves } from "./list-recordings";
import type { MyRecording, MyRecordings } from "./schemas";

export async function listMyRecordings(ctx: MemberContext): Promise<MyRecordings> {
  const shelves = await readShelves(ctx);
  const locked = shelves.filter(({ hasFullAccess, opensAt, isForSale }) => !hasFullAccess && !opensAt && isForSale);
  return {
    recordings: shelves.flatMap(({ watchable }) => watchable.map(printed)),
    unlocked: shelves.filter(({ hasFullAccess }) => hasFullAccess).map(({ collection }) => collection),
    locked: await Promise.all(
      locked.map(async ({ collection }) => ({ collection, price: await priceOf(ctx, collection) })),
    ),
  };
}

export async function listShelf(ctx: MemberContext, limit: number): Promise<MyRecording[]> {
  const shelves = await readShelves(ctx);
  const all = shelves.flatMap(({ watchable }) => watchable);
  const begunAt = ({ progress, watchedAt }: Watchable) =>
    progress && !progress.isFinished ? (watchedAt?.getTime() ?? 0) : 0;
  const isUnlocked = ({ badge }: Watchable) => (badge === "Unlocked" ? 1 : 0);
  return all
    .toSorted((one, other) => begunAt(other) - begunAt(one) || isUnlocked(other) - isUnlocked(one))
    .slice(0, limit)
    .map(printed);
}

type Watchable = Awaited<ReturnType<typeof readShelves>>[number]["watchable"][number];

async function readShelves(ctx: MemberContext) {
  const shelves = await listShelves(ctx);
  return shelves.map(({ collection, recordings, isOwned, opensAt, isForSale }) => ({
    ...{ collection, opensAt },
    hasFullAccess: isOwned || ctx.user.role === "admin",
    isForSale,
    watchable: recordings.filter(({ isWatchable }) => isWatchable).map((recording) => ({ ...recording, collection })),
  }));
}

const printed = ({ watchedAt: _, ...recording }: Watchable): MyRecording => recording;

const priceOf = async (ctx: MemberContext, collection: CollectionName) =>
  formatPrice(showPrice(await collectionPrice(ctx.db, collection), ctx.visitor.currency, ctx.rates).list);
