import type { recordingPreparations } from "@db/schema";
import { z } from "zod";
import { formVersion } from "../../../core/forms";
import { typedText } from "../../../core/input-schemas";
import { parseMinor, typedAmount } from "../../../platform/money/convert-price";
import type { DescribedFile } from "../../../platform/media/media-files";
import { currencies, type Currency } from "../../../core/money";
import { collectionSlug } from "../../../catalogue/products/schemas";

export const mostRecordings = 10_000;

export const libraryRef = z.object({ collection: collectionSlug, id: z.uuid() });
export type LibraryRef = z.infer<typeof libraryRef>;
/** Each names the wanted state, so that pressing a button twice is harmless. */
export const freeForm = z.object({ id: z.uuid(), isFree: z.enum(["yes", "no"]).transform((is) => is === "yes") });
export const freeChange = libraryRef.extend({ isFree: z.boolean() });
export const moveForm = z.object({ id: z.uuid(), to: z.coerce.number<string>().int().max(mostRecordings) });
export const move = libraryRef.extend({ to: z.number().int().max(mostRecordings) });
export type RecordingMove = z.infer<typeof move>;

const invalidPrice = "Please enter a valid price.";

export const priceForm = z.object({
  price: z.string({ error: invalidPrice }).trim().regex(typedAmount, invalidPrice).transform(parseMinor),
  currency: z.enum(currencies, { error: invalidPrice }),
  version: formVersion,
});
export const newPrice = z.object({
  collection: collectionSlug,
  priceMinor: z.number().int().min(0, invalidPrice).max(99_999_999, invalidPrice),
  currency: z.enum(currencies),
  version: formVersion,
});
export type NewPrice = z.infer<typeof newPrice>;

export const preparingForm = z.object({ id: z.uuid() });

export const captionsRef = libraryRef.extend({ language: z.string().max(20) });
export type CaptionsRef = z.infer<typeof captionsRef>;

/** Captions are files of 1 MB at most. */
const mostCharacters = 1024 * 1024;
const typedCaptions = { text: typedText(mostCharacters, "Enter the captions"), version: formVersion };
export const captionsForm = z.object(typedCaptions);
export const correctedCaptions = captionsRef.extend(typedCaptions);
export type CorrectedCaptions = z.infer<typeof correctedCaptions>;

/** The text of a recording's captions in one language, to be corrected. */
export type OpenedCaptions = {
  title: string;
  language: string;
  name: string;
  text: string;
  /** What was guessed or left out when the file was uploaded. */
  notes: string[];
  version: string;
};

export const fileRefs = z.object({ ids: z.array(z.uuid()).max(4) });

type Preparation = Pick<typeof recordingPreparations.$inferSelect, "state" | "percent" | "failure">;

export type LibraryItem = {
  id: string;
  position: number;
  title: string;
  description: string;
  isFree: boolean;
  /** A length such as "24:10"; empty while it is unknown. */
  length: string;
  video: { file: DescribedFile } | { host: string } | null;
  sound: DescribedFile | null;
  hasPoster: boolean;
  /** The names of their languages. */
  captions: string[];
  /** When buyers may watch it, such as "7 days after buying"; null for at once. */
  opens: string | null;
  /** How far the making of its versions is; null if none was begun. */
  preparation: Preparation | null;
};

export type Library = {
  /** The slug, and the name of the page. */
  collection: string;
  title: string;
  /** The path of its page in the back office. */
  path: string;
  asksForPosition: boolean;
  recordings: LibraryItem[];
  /** Whether versions can be made of what is uploaded. */
  hasFfmpeg: boolean;
  price: { typed: string; currency: Currency; version: string };
};
