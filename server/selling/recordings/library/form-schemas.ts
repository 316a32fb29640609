import { z } from "zod";
import { outsideAddress } from "../../../core/addresses";
import { formVersion } from "../../../core/forms";
import { besideOtherErrors, isDay, typedLine, typedText } from "../../../core/input-schemas";
import type { DescribedFile } from "../../../platform/media/media-files";
import { collectionSlug } from "../../../catalogue/products/schemas";
import { readChapters } from "../chapters";
import { captionLanguages } from "./caption-languages";
import { clockTime } from "./clock-times";
import { libraryRef, mostRecordings } from "./schemas";

const noVideo = "Please provide a video.";
const noLanguage = "Choose the language of the captions";
const wholeNumber = "Enter a whole number from 1";
const wrongDays = "Enter a number of days from 1 to 365";

const fileFields = {
  source: z.enum(["file", "address"]).default("file"),
  videoId: z.uuid().optional(),
  removeVideo: z.boolean().default(false),
  videoUrl: z.string().trim().max(2000, "This address is too long").optional(),
  soundId: z.uuid().optional(),
  removeSound: z.boolean().default(false),
  posterId: z.uuid().optional(),
  removePoster: z.boolean().default(false),
  captionsId: z.uuid().optional(),
  /** The language of the new captions, which replace others in it. */
  captionsLanguage: z.enum(captionLanguages, { error: noLanguage }).optional(),
  /** Languages with spaces between them. */
  removeCaptions: z.string().max(400).optional(),
};

const accessFields = {
  isDownloadable: z.boolean().default(false),
  isFree: z.boolean().default(false),
  opens: z.enum(["now", "day", "days"]).default("now"),
  // Checked if they are the chosen one only: the other one is not on the screen.
  opensOn: z.string().trim().max(20).optional(),
  opensAfterDays: z.string().trim().max(20).optional(),
};

const fields = {
  title: typedLine(200, "Please provide a title."),
  description: typedText(10_000).optional(),
  ...fileFields,
  length: z.string().trim().regex(clockTime, "Enter a length such as 12:30, or leave it empty").optional(),
  /** Which moment of the video is its picture. */
  posterAt: z.string().trim().regex(clockTime, "Enter a time such as 1:05, or leave it empty").optional(),
  chapters: typedText(20_000).optional(),
  ...accessFields,
  /** The place, counted from 1. If absent, an existing recording stays and a new one comes last. */
  orderIndex: z
    .number({ error: wholeNumber })
    .int(wholeNumber)
    .min(1, wholeNumber)
    .max(mostRecordings, wholeNumber)
    .optional(),
  /** The position shown in the form: unless it was changed, the order stays. */
  orderWas: z.number().int().optional(),
};

/** Videos are on hosts that every browser finds. */
const isVideoAddress = (text: string) =>
  outsideAddress(text, ["https:"]) !== null && z.url({ hostname: z.regexes.domain }).safeParse(text).success;

/** What the check below reads: where a form is wrong elsewhere, fields may be missing or anything. */
type CheckedFields = { [Name in keyof typeof fields]?: unknown };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function isComplete(form: CheckedFields, ctx: z.RefinementCtx) {
  const say = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  const isOutside = form.source === "address";
  const video = isOutside ? form.videoUrl : !form.removeVideo && form.videoId;
  const sound = !form.removeSound && form.soundId;
  if (!video && !sound) say(isOutside ? "videoUrl" : "video", noVideo);
  if (isOutside && form.videoUrl && !isVideoAddress(textOf(form.videoUrl))) {
    say("videoUrl", "Enter a full address that begins with https://");
  }
  if (form.captionsId && !form.captionsLanguage) say("captionsLanguage", noLanguage);
  const chapters = readChapters(textOf(form.chapters));
  if ("problem" in chapters) say("chapters", chapters.problem);
  if (form.orderWas !== undefined && form.orderIndex === undefined) say("orderIndex", wholeNumber);
  if (form.isFree) return;
  if (form.opens === "day" && !isDay(textOf(form.opensOn))) say("opensOn", "Enter the day on which it opens");
  if (form.opens === "days" && !isDayCount(textOf(form.opensAfterDays))) say("opensAfterDays", wrongDays);
}

const isDayCount = (typed: string): boolean => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 365;

export const editedRecordingForm = z
  .object({ ...fields, version: formVersion })
  .superRefine(isComplete, besideOtherErrors);
export type RecordingForm = Omit<z.infer<typeof editedRecordingForm>, "version">;

export const newRecordingForm = z.object({ ...fields, formKey: z.uuid() }).superRefine(isComplete, besideOtherErrors);
export const newRecording = z
  .object({ ...fields, formKey: z.uuid(), collection: collectionSlug })
  .superRefine(isComplete, besideOtherErrors);
export type NewRecording = z.infer<typeof newRecording>;

export const editedRecording = z
  .object({ ...fields, ...libraryRef.shape, version: formVersion })
  .superRefine(isComplete, besideOtherErrors);
export type EditedRecording = z.infer<typeof editedRecording>;

/** Captions in one language, as the form of their recording lists them. */
export type ListedCaptions = { language: string; name: string; file: string };

export type RecordingValues = {
  title: string;
  description: string;
  source: "file" | "address";
  videoUrl: string;
  length: string;
  /** Whether the length is the file's own, so that none can be typed. */
  isMeasured: boolean;
  posterAt: string;
  chapters: string;
  captions: ListedCaptions[];
  isDownloadable: boolean;
  isFree: boolean;
  opens: "now" | "day" | "days";
  opensOn: string;
  opensAfterDays: string;
  orderIndex: number;
  files: Record<"video" | "sound" | "poster", DescribedFile | null>;
};

export type OpenedRecording = RecordingValues & { id: string; version: string };
