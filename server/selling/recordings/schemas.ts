import { z } from "zod";
import { newPassword } from "../../accounts/schemas";
import { searchText, typedName } from "../../core/input-schemas";
import { collectionSlug } from "../../catalogue/products/schemas";
import type { CollectionTexts } from "../../catalogue/products/words";
import type { Artwork } from "./artwork";
import type { Chapter } from "./chapters";
import type { Cue } from "../../platform/media/cues";
import type { Duration, SeriesLength } from "./durations";

export const collectionRef = z.object({ collection: collectionSlug });
export const shownCollection = collectionRef.extend({ purchaseId: z.uuid().optional() });
/** `language`: that of the transcript, which is another one where there is none in it. */
export const shownRecording = z.object({
  collection: collectionSlug,
  id: z.uuid(),
  language: z.string().max(35).optional(),
});
export const playbackRef = z.object({ recordingId: z.uuid() });

/** The greatest age of a position, which is sent as an age, because devices' clocks may be wrong. */
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

/** Also creates the account that a free recording needs. */
export const freeRecordingForm = z.object({
  email: z
    .string({ error: validEmail })
    .trim()
    .max(254, validEmail)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, validEmail)
    .refine((email) => email.includes("@") && email.includes("."), validEmail),
  firstName: typedName(bothNames),
  lastName: typedName(bothNames),
  password: newPassword("Password must be at least 6 characters long."),
  formKey: z.uuid().optional(),
});

export type Progress = {
  position: string;
  percent: number | null;
  isFinished: boolean;
};

export type ListedRecording = {
  id: string;
  number: number;
  title: string;
  description: string;
  image: string;
  /** Of what was bought: `Unlocked`, or `Opens later`. */
  badge: "Free" | "Premium" | "Unlocked" | "Opens later";
  isWatchable: boolean;
  /** Whether there is nothing to see. */
  isHeardOnly: boolean;
  /** Says when it opens, if it would not open to a buyer now. */
  opens: string | null;
  /** How long it is, such as "24 min"; null while unknown. */
  duration: string | null;
  progress: Progress | null;
};

/** What a search has found; `place` is where its words are said, if they are in no other text. */
export type FoundRecording = ListedRecording & { path: string; place: SpokenPlace | null };

/** `quote` is what is said from that second on; `time` is printed. */
export type SpokenPlace = { seconds: number; time: string; quote: string };

export const recordingSearch = z.object({
  search: searchText,
  /** The series to look in; without it, in all that the member may watch. */
  collection: collectionSlug.optional(),
});

export const openingMailsChoice = collectionRef.extend({ isWanted: z.boolean() });

/** A collection in menus and in links to it. */
export type CollectionSummary = Pick<CollectionTexts, "title" | "hero" | "lede" | "menu" | "browse"> & {
  slug: string;
  path: string;
  /** The address of its own picture; null without one. */
  picture: string | null;
  /** Its place in the site's menu. */
  menuIndex: number;
  /** What its free recordings are called: "birth", as in "free birth recording". */
  freeName: string;
  /** Whether it is not empty. */
  isShown: boolean;
};

export type CollectionPage = {
  collection: string;
  path: string;
  texts: CollectionTexts;
  /** The address of its own picture; null without one. */
  picture: string | null;
  hasFullAccess: boolean;
  /** The day on which access begins that the visitor has bought and waits for. */
  opensOn: string | null;
  isSignedIn: boolean;
  isForSale: boolean;
  /** Whether it is switched off: shown only to those who have it. */
  isOff: boolean;
  price: string;
  length: SeriesLength;
  recordings: ListedRecording[];
  resume: ListedRecording | null;
  /** Whether the buyer is mailed when a part opens; null if they have nothing to wait for. */
  openingMails: { isWanted: boolean } | null;
  program: { title: string; text: string; href: string } | null;
};

export type CaptionsTrack = { language: string; label: string; src: string };

export type Transcript = { language: string; label: string; cues: Cue[] };

export type Player = {
  /** Null for a recording that is only heard. `small` is null until it has been prepared. */
  video: { large: string; small: string | null } | null;
  /** What is listened to; null where only the video has sound. */
  sound: string | null;
  captions: CaptionsTrack[];
  /** What is said, in one language; null without captions. */
  transcript: Transcript | null;
  chapters: Chapter[];
  /** Where the sound may be kept as a file. */
  download: string | null;
  /** The picture for lock screens. */
  artwork: Artwork;
  durationSeconds: number | null;
  startSeconds: number;
};

/** The recording before or after one in its series, with what is needed to go on to it at once. */
export type Neighbour = {
  id: string;
  title: string;
  /** Whether the viewer may watch it. */
  isOpen: boolean;
  sound: string | null;
  startSeconds: number;
};

export type RecordingPage = {
  id: string;
  collection: string;
  /** The path of its collection. */
  seriesPath: string;
  series: Pick<CollectionTexts, "title" | "description" | "series" | "badge">;
  number: number;
  title: string;
  description: string | null;
  isFree: boolean;
  /** Whether there is nothing to see. */
  isHeardOnly: boolean;
  duration: Duration | null;
  /** `members`: needs an account; `premium`: needs the collection; `later`: is bought, and not open yet. */
  access: "open" | "members" | "premium" | "later";
  /** Says when it opens, if it would not open to a buyer now. */
  opens: string | null;
  offer: { price: string; length: string; total: number; free: number } | null;
  image: string;
  publishedAt: string;
  player: Player | null;
  progress: Progress | null;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/** `badge` says of the collection's kind, and `standIn` what it is about, without a description. */
export type MyRecording = ListedRecording & { path: string; collectionBadge: string; standIn: string };

type LockedCollection = Record<"collection" | "path" | "title" | "unlockTitle" | "offer" | "length" | "price", string>;

export type MyRecordings = {
  recordings: MyRecording[];
  unlocked: { slug: string; banner: string }[];
  locked: LockedCollection[];
  /** What a member without any recordings may look at. */
  browse: { label: string; path: string }[];
};
