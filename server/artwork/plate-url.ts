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

export type SeriesCategory = "birth" | "sleep";

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

/** Unknown categories get the drawing of Other. `seed` is the row's id. */
export function plateUrl(category: string | null, crop: PlateCrop, seed: string): string {
  return `/plates/${plateCategory(category)}/${crop}/${seed}.svg`;
}

export function seriesPlateUrl(
  category: SeriesCategory,
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
