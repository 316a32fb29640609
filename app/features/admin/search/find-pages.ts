import type { OfficePage } from "./office-pages";

/** Words of questions ("how do I refund a booking"), which no page has. */
const fillers = new Set("a an and can do does for how i in is my of on or the to what where".split(" "));

/** Fewer letters begin too many words. */
const fewestOfSynonym = 3;

/** Finds the pages that have each word of a search at the beginning of one of theirs, the best first. */
export function findPages(search: string, pages: OfficePage[]): OfficePage[] {
  const all = wordsOf(search);
  const significant = all.filter((word) => !fillers.has(word));
  const words = significant.length > 0 ? significant : all;
  if (words.length === 0) return [];
  return pages
    .map((page) => ({ page, distance: distanceOf(words, page) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ page }) => page);
}

/** Adds up how far each word is from the label: begins it 0, is in it 1, is a synonym 3, is not there at all infinity. */
function distanceOf(search: string[], { label, words }: OfficePage): number {
  const ofLabel = wordsOf(label);
  const others = wordsOf(words);
  const distances = search.map((word) => {
    const place = ofLabel.findIndex((own) => own.startsWith(word));
    if (place >= 0) return Math.min(place, 1);
    const isSynonym = (own: string) => own === word || (word.length >= fewestOfSynonym && own.startsWith(word));
    return others.some(isSynonym) ? 3 : Infinity;
  });
  return distances.reduce((sum, distance) => sum + distance, 0);
}

/** Splits a text into its words: in lower case, without accents and without the s of a plural. */
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/(?<=\w{3})s$/, ""));
