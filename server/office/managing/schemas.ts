import { sessionPricing } from "@db/schema";
import { z } from "zod";
import { formVersion } from "../../core/forms";
import { pageNumber } from "../../core/pagination";
import { typedAmount } from "../../platform/money/convert-price";
import { orNull, priceFields } from "../../platform/money/price-schemas";
import { searchText, typedAddress, typedLine, typedText } from "../../core/input-schemas";
import { currencies } from "../../core/money";
import { isTimeZone } from "../../core/dates";
import { rhythms } from "../../catalogue/schedule/series-rhythm";

const webAddress = typedAddress({ wrong: "Enter a full web address, such as https://zoom.us/j/123" });

const duration = "Duration must be at least 1 minute";
const places = "Enter a whole number of at least 1, or leave it empty for no limit";
const credits = "Enter a whole number from 0 to 20, or nothing";
const longestMinutes = 7 * 24 * 60;

/** A field that is called like its column is stored as it is read here; `session-values.ts` has the others. */
export const sessionForm = z.object({
  title: typedLine(200, "Title is required"),
  description: typedText(10_000, "Description is required"),
  category: orNull(typedLine(100)),
  /** The start in the local time of `timeZone`. */
  startsAt: z.string({ error: "Start time is required" }).trim().min(1, "Start time is required").max(40),
  timeZone: z.string().max(64).refine(isTimeZone),
  durationMinutes: z.number({ error: duration }).int(duration).min(1, duration).max(longestMinutes, "That is too long"),
  maxAttendees: orNull(z.number({ error: places }).int(places).min(1, places).max(100_000, places)),
  creditCost: z
    .number({ error: credits })
    .int(credits)
    .min(0, credits)
    .max(20, credits)
    .nullish()
    .transform((typed) => typed ?? null),
  pricing: z.enum(sessionPricing.enumValues).default("one"),
  ...priceFields,
  price: z.string().trim().regex(typedAmount, "Price must be 0 or greater").default("0"),
  priceCurrency: z.enum(currencies).default("GBP"),
  locationType: z.enum(["online", "onsite"]).default("online"),
  zoomLink: orNull(webAddress),
  recordingUrl: orNull(webAddress),
  isRecordingPublic: z.boolean().default(false),
  address: orNull(typedLine(200)),
  city: orNull(typedLine(100)),
  postCode: orNull(typedLine(20)),
  whatToBring: orNull(typedText(2000)),
  imageId: z.uuid().optional(),
  removeImage: z.boolean().default(false),
  isFeatured: z.boolean().default(false),
  isPublished: z.boolean().default(false),
});
export type SessionForm = z.infer<typeof sessionForm>;

const mostTimes = 52;
const times = `Enter a number from 2 to ${mostTimes}`;

export const newSessionForm = sessionForm.extend({
  formKey: z.uuid(),
  repeat: z.enum(["once", ...rhythms]).default("once"),
  times: z.number({ error: times }).int(times).min(2, times).max(mostTimes, times).optional(),
  agreedDates: z.string().max(5000).optional(),
  /** Names the notes to an unusual price that were seen. */
  agreedPrice: formVersion.optional(),
});
export type NewSession = z.infer<typeof newSessionForm>;

export const editedSessionForm = sessionForm.extend({
  version: formVersion,
  /** Names the change of time, place or price that was seen. */
  agreedChange: formVersion.optional(),
});
export const editedSession = editedSessionForm.extend({ id: z.uuid() });
export type EditedSession = z.infer<typeof editedSession>;

export const sessionRef = z.object({ id: z.uuid() });
export const sessionFormRef = z.object({ id: z.uuid(), since: formVersion.optional() });

export const sessionSearch = z.object({
  search: searchText,
  category: searchText,
  upcoming: pageNumber,
  cancelled: pageNumber,
  past: pageNumber,
});
export type SessionSearch = z.infer<typeof sessionSearch>;

export const duplicateForm = z.object({ id: z.uuid(), formKey: z.uuid() });

const note = typedText(1000);
export const cancelForm = z.object({ note: note.optional() });
export const cancelledSession = cancelForm.extend({ id: z.uuid() });

export const recordingForm = z.object({
  recordingUrl: webAddress.optional(),
  isRecordingPublic: z.boolean().default(false),
  tell: z.boolean().default(false),
  version: formVersion,
});
export const attachedRecording = recordingForm.extend({ id: z.uuid() });
export type AttachedRecording = z.infer<typeof attachedRecording>;
