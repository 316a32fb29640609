import type { LiveSession } from "@db/schema";
import type { SessionValues } from "./session-values";

/** What a session's form holds, by the names of its fields. */
const readers = {
  title: (row) => row.title,
  description: (row) => row.description,
  category: (row) => row.category,
  startsAt: (row) => row.startTime.getTime(),
  durationMinutes: (row) => row.durationMinutes,
  maxAttendees: (row) => row.maxAttendees,
  price: (row) => row.enteredPriceMinor,
  priceCurrency: (row) => row.enteredCurrency,
  locationType: (row) => row.locationType,
  zoomLink: (row) => row.zoomLink,
  recordingUrl: (row) => row.recordingUrl,
  isRecordingPublic: (row) => row.isRecordingPublic,
  address: (row) => row.address,
  city: (row) => row.city,
  postCode: (row) => row.postCode,
  whatToBring: (row) => row.whatToBring,
  image: (row) => row.thumbnailUrl,
  isFeatured: (row) => row.isFeatured,
  isPublished: (row) => row.isPublished,
} satisfies Record<string, (row: SessionValues) => unknown>;

export type SessionField = keyof typeof readers;

/** The fields in which a session differs from what is to become of it. */
export const changedFields = (before: LiveSession, after: SessionValues): SessionField[] =>
  (Object.keys(readers) as SessionField[]).filter((field) => readers[field](before) !== readers[field](after));
