import * as families from "./plate-families";
import { createInk, type TriadName, triads } from "./plate-families";

const drawings: Record<PlateCategory, { draw: (sheet: families.Sheet) => string; triad: TriadName }> = {
  breathwork: { draw: families.tide, triad: "breathwork" },
  meditation: { draw: families.still, triad: "meditation" },
  movement: { draw: families.sway, triad: "movement" },
  pregnancy: { draw: families.held, triad: "pregnancy" },
  postpartum: { draw: families.rise, triad: "postpartum" },
  mothers: { draw: families.pair, triad: "mothers" },
  workshop: { draw: families.gather, triad: "workshop" },
  other: { draw: families.swell, triad: "other" },
  birth: { draw: families.held, triad: "pregnancy" },
  sleep: { draw: families.ebb, triad: "sleep" },
};

const seriesTriads: Record<SeriesCategory, readonly TriadName[]> = {
  birth: ["pregnancy", "mothers", "postpartum"],
  sleep: ["sleep", "meditation", "workshop"],
};

export function seriesOptions(category: PlateCategory, seed: string): Pick<PlateOptions, "step" | "triad"> {
  if (category !== "birth" && category !== "sleep") return {};
  const place = placeInSeries(seed);
  if (!place) return {};
  const triads = seriesTriads[category];
  const step = place.count > 1 ? Math.min(1, place.index / (place.count - 1)) : 0;
  return { step, triad: triads[place.index % triads.length] ?? null };
}

type PlateOptions = {
  width?: number;
  height?: number;
  step?: number | null;
  triad?: TriadName | null;
};

/** Returns a complete SVG for an `<img>`. The same seed always gives the same drawing. */
export function plate(category: PlateCategory, seed: string, options: PlateOptions = {}): string {
  const { width = 400, height = 400, step = null } = options;
  const { draw, triad } = drawings[category];
  const ink = createInk(triads[options.triad ?? triad]);
  const chance = mulberry32(fnv1a(seed));
  const drawing = draw({ width, height, unit: Math.min(width, height), chance, step, ink });
  const view = `viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"`;
  const ground = ink.cover(`M0 0h${width}v${height}H0z`);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${view} fill="none" stroke-width="1.25">${ground}${drawing}</svg>`;
}

function fnv1a(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const plateCategories = [
  "breathwork",
  "meditation",
  "movement",
  "pregnancy",
  "postpartum",
  "mothers",
  "workshop",
  "other",
  "birth",
  "sleep",
] as const;
export type PlateCategory = (typeof plateCategories)[number];

type SeriesCategory = "birth" | "sleep";

export const plateCrops = {
  row: { width: 200, height: 400 },
  wide: { width: 800, height: 450 },
  card: { width: 800, height: 500 },
  round: { width: 400, height: 400 },
} as const;
export type PlateCrop = keyof typeof plateCrops;

export function isPlateCategory(text: string): text is PlateCategory {
  return plateCategories.some((category) => category === text);
}

export function isPlateCrop(text: string): text is PlateCrop {
  return Object.hasOwn(plateCrops, text);
}

/** Returns the address of a drawing. Unknown categories get the one of Other. `seed` is the row's id. */
export function plateUrl(category: string | null, crop: PlateCrop, seed: string): string {
  return `/plates/${plateCategory(category)}/${crop}/${seed}.svg`;
}

export function seriesPlateUrl(
  category: PlateCategory,
  crop: PlateCrop,
  seed: string,
  { index, count }: { index: number; count: number },
): string {
  return `/plates/${category}/${crop}/${seed}_${index}_${count}.svg`;
}

export function placeInSeries(seed: string): { index: number; count: number } | null {
  const [, index, count] = /_(\d{1,3})_(\d{1,3})$/.exec(seed) ?? [];
  return index !== undefined && count !== undefined ? { index: Number(index), count: Number(count) } : null;
}

export function plateCategory(name: string | null): PlateCategory {
  const slug = name?.toLowerCase() ?? "other";
  if (slug === "stress & sleep") return "sleep";
  return isPlateCategory(slug) ? slug : "other";
}
