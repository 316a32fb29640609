import type { Collection } from "../../catalogue/products/catalogue";
import { textsOf } from "../../catalogue/products/words";
import type { ListedRecording } from "./schemas";

/** Says to someone who has a collection that it is open to them: all of it, or what has opened. */
export function bannerFor(collection: Collection, recordings: Pick<ListedRecording, "isWatchable">[]): string {
  const { title, banner } = textsOf(collection);
  if (recordings.every(({ isWatchable }) => isWatchable)) return banner;
  return `“${title}” is yours. Each part that opens later says when.`;
}
