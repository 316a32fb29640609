import { z } from "zod";
import { typedName } from "../core/input-schemas";
import { collectionName, type CollectionName } from "../core/collections";

export const collectionRef = z.object({ collection: collectionName });
export const recordingRef = z.object({ collection: collectionName, id: z.uuid() });
export const playbackRef = z.object({ recordingId: z.uuid() });

/** Devices' clocks may be wrong, so the player says how long ago the position was true. */
const oldestMs = 24 * 3_600_000;
const longestSeconds = 24 * 3600;

export const playbackPosition = playbackRef.extend({
  positionSeconds: z.number().min(0).max(longestSeconds),
  ageMs: z.number().min(0).max(oldestMs),
  isFinished: z.boolean().default(false),
});
export type PlaybackPosition = z.infer<typeof playbackPosition>;

const validEmail = "Please enter a valid email address.";
const bothNames = "Please enter both your first and last name.";

/** The form for a free recording; the account that it needs is made on the next page. */
export const freeRecordingForm = z.object({
  email: z
    .string({ error: validEmail })
    .trim()
    .max(254, validEmail)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, validEmail)
    .refine((email) => email.includes("@") && email.includes("."), validEmail),
  firstName: typedName(bothNames),
  lastName: typedName(bothNames),
});

/** How far a member has watched a recording. */
export type Progress = {
  /** "0:12" */
  position: string;
  /** From 1 to 100; null while the length of the recording is not known. */
  percent: number | null;
  isFinished: boolean;
};

/** A recording as lists print it. */
export type ListedRecording = {
  id: string;
  /** Its place in the series, from 1. */
  number: number;
  title: string;
  description: string;
  image: string;
  badge: "Free" | "Premium" | "Unlocked";
  isWatchable: boolean;
  progress: Progress | null;
};

export type CollectionPage = {
  collection: CollectionName;
  /** Everything in it may be watched: there is nothing left to unlock. */
  hasFullAccess: boolean;
  isSignedIn: boolean;
  /** "£51" */
  price: string;
  recordings: ListedRecording[];
  /** What was watched last and not to its end. */
  resume: ListedRecording | null;
  /** The external page that goes with the series. */
  programUrl: string;
};

/** What the player is given: addresses that ask anew who may watch, and where it begins. */
export type Player = { video: string; captions: string | null; startSeconds: number };

/** A recording as its own page prints it. It leads to the video only those who may watch it. */
export type RecordingPage = {
  id: string;
  collection: CollectionName;
  number: number;
  title: string;
  description: string | null;
  isFree: boolean;
  /** `members`: a visitor's way in is an account; `premium`: a member's is the collection. */
  access: "open" | "members" | "premium";
  image: string;
  publishedAt: string;
  /** Only for those who may watch. */
  player: Player | null;
  progress: Progress | null;
  next: { id: string; title: string } | null;
};

/** A recording that a member may watch. */
export type MyRecording = ListedRecording & { collection: CollectionName };

export type MyRecordings = {
  /** Birth first, each series in its order. */
  recordings: MyRecording[];
  /** The collections that are hers as a whole. */
  unlocked: CollectionName[];
  /** Those that are not, and what each costs: "£51". */
  locked: { collection: CollectionName; price: string }[];
};
