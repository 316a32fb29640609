import { z } from "zod";
import { outsideAddress } from "../../../core/addresses";
import { formVersion } from "../../../core/forms";
import { parseMinor, typedAmount } from "../../../selling/money/convert-price";
import { besideOtherErrors, typedLine, typedText } from "../../../core/input-schemas";
import type { DescribedFile } from "../../../platform/media/media-files";
import { currencies, type Currency } from "../../../core/money";
import { collectionSlug } from "../../../selling/products/schemas";

const noVideo = "Please provide a video.";
const length = "Enter a length such as 12:30, or leave it empty";
const wholeNumber = "Enter a whole number from 0";
const mostRecordings = 10_000;

const fields = {
  title: typedLine(200, "Please provide a title."),
  description: typedText(10_000).optional(),
  source: z.enum(["file", "address"]).default("file"),
  videoId: z.uuid().optional(),
  videoUrl: z.string().trim().max(2000, "This address is too long").optional(),
  length: z
    .string()
    .trim()
    .regex(/^(\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/, length)
    .optional(),
  posterId: z.uuid().optional(),
  removePoster: z.boolean().default(false),
  captionsId: z.uuid().optional(),
  removeCaptions: z.boolean().default(false),
  isFree: z.boolean().default(false),
  /** The place from 0. If absent, an existing recording stays and a new one comes last. */
  orderIndex: z
    .number({ error: wholeNumber })
    .int(wholeNumber)
    .min(0, wholeNumber)
    .max(mostRecordings, wholeNumber)
    .optional(),
  /** The position shown in the form: unless it was changed, the order stays. */
  orderWas: z.number().int().optional(),
};

/** Videos are on hosts that every browser finds. */
const isVideoAddress = (text: string | undefined) =>
  outsideAddress(text, ["https:"]) !== null && z.url({ hostname: z.regexes.domain }).safeParse(text).success;

type SourceFields = {
  source: "file" | "address";
  videoId?: string;
  videoUrl?: string;
  orderIndex?: number;
  orderWas?: number;
};

function isComplete(form: SourceFields, ctx: z.RefinementCtx) {
  const say = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  if (form.source === "file" && !form.videoId) say("video", noVideo);
  if (form.source === "address" && !form.videoUrl) say("videoUrl", noVideo);
  else if (form.source === "address" && !isVideoAddress(form.videoUrl)) {
    say("videoUrl", "Enter a full address that begins with https://");
  }
  if (form.orderWas !== undefined && form.orderIndex === undefined) say("orderIndex", wholeNumber);
}

export const editedRecordingForm = z
  .object({ ...fields, version: formVersion })
  .superRefine(isComplete, besideOtherErrors);
export type RecordingForm = Omit<z.infer<typeof editedRecordingForm>, "version">;

export const newRecordingForm = z.object({ ...fields, formKey: z.uuid() }).superRefine(isComplete, besideOtherErrors);
export const newRecording = z
  .object({ ...fields, formKey: z.uuid(), collection: collectionSlug })
  .superRefine(isComplete, besideOtherErrors);
export type NewRecording = z.infer<typeof newRecording>;

export const libraryRef = z.object({ collection: collectionSlug, id: z.uuid() });
export type LibraryRef = z.infer<typeof libraryRef>;
export const editedRecording = z
  .object({ ...fields, ...libraryRef.shape, version: formVersion })
  .superRefine(isComplete, besideOtherErrors);
export type EditedRecording = z.infer<typeof editedRecording>;

/** Each names the wanted state, so that pressing a button twice is harmless. */
export const freeForm = z.object({ id: z.uuid(), isFree: z.enum(["yes", "no"]).transform((is) => is === "yes") });
export const freeChange = libraryRef.extend({ isFree: z.boolean() });
export const moveForm = z.object({ id: z.uuid(), to: z.coerce.number<string>().int().max(mostRecordings) });
export const move = libraryRef.extend({ to: z.number().int().max(mostRecordings) });
export type Move = z.infer<typeof move>;

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

export const fileRefs = z.object({ ids: z.array(z.uuid()).max(3) });

export type LibraryItem = {
  id: string;
  position: number;
  title: string;
  description: string;
  isFree: boolean;
  video: { file: DescribedFile } | { host: string };
  hasPoster: boolean;
  hasCaptions: boolean;
};

export type Library = {
  /** The slug, and the name of the page. */
  collection: string;
  title: string;
  /** The path of its page in the back office. */
  path: string;
  asksForPosition: boolean;
  recordings: LibraryItem[];
  price: { typed: string; currency: Currency; version: string };
};

export type RecordingValues = {
  id: string;
  title: string;
  description: string;
  source: "file" | "address";
  videoUrl: string;
  length: string;
  isFree: boolean;
  orderIndex: number;
  files: Record<"video" | "poster" | "captions", DescribedFile | null>;
};

export type OpenedRecording = RecordingValues & { version: string };
