import { z } from "zod";
import type { DisplayedStart } from "../core/dates";
import { formVersion } from "../core/forms";
import { searchText, typedLine } from "../core/input-schemas";
import { type Page, pageNumber } from "../core/pagination";
import type { Availability } from "./places";

export const liveSessionsFilter = z.object({
  category: searchText.optional(),
  page: pageNumber,
});
export type LiveSessionsFilter = z.infer<typeof liveSessionsFilter>;

/** How the schedule is narrowed down. `location` is "Online" or a city. */
export const scheduleFilter = liveSessionsFilter.extend({ location: searchText.optional() });
export type ScheduleFilter = z.infer<typeof scheduleFilter>;

export const sessionId = z.object({ id: z.uuid() });

const missingEmail = "Please enter an email address";

/** What is typed to share a session, and the key that makes the form count once. */
export const shareForm = z.object({
  email: z
    .string({ error: missingEmail })
    .trim()
    .min(1, missingEmail)
    .max(254, "Please enter a valid email address.")
    .pipe(z.email({ error: "Please enter a valid email address." })),
  formKey: z.uuid(),
});
export const newShare = shareForm.extend({ sessionId: z.uuid() });
export type NewShare = z.infer<typeof newShare>;

/** A session as lists print it. */
export type ListedSession = {
  id: string;
  title: string;
  category: string | null;
  summary: string;
  start: Pick<DisplayedStart, "day" | "month" | "year" | "time" | "iso">;
  duration: string;
  place: string;
  /** "£18", "Free"; null when SOLD OUT stands in its place. */
  price: string | null;
  image: string;
};

export type Schedule = {
  sessions: ListedSession[];
  /** The next few of those that are featured; none unless it is the whole schedule's first page. */
  featured: ListedSession[];
  /** One sentence on the zone or zones of the times; null when there are none. */
  zoneNote: string | null;
  page: Page;
  /** The categories that have upcoming sessions, by name, whatever the filter. */
  presentCategories: string[];
  allCategories: string[];
  /** "Online" and each city of upcoming sessions; empty when there is nothing to choose. */
  locations: string[];
};

/** A session as a card of the page of all live sessions prints it. */
export type SessionCard = Omit<ListedSession, "start" | "place"> & {
  /** "December 1, 2026", "7:30 PM". */
  start: { date: string; time: string; iso: string };
  /** "Online Session", where it is, or "On-site Session". */
  location: string;
};

export type SessionCards = Pick<Schedule, "zoneNote" | "page" | "presentCategories"> & { sessions: SessionCard[] };

/** The same for a member: how many are in line, and her own place. */
export type MemberSessionCard = SessionCard & { waiting: number; mine: MyPlace | null };
export type MemberSessions = Pick<SessionCards, "page" | "zoneNote"> & { sessions: MemberSessionCard[] };

export type PastSessionCard = Pick<ListedSession, "id" | "title" | "category" | "summary" | "image"> & {
  start: { date: string; iso: string };
  /** Null for those who may not see it, and where there is none. */
  recordingUrl: string | null;
};

export type PastSessions = Pick<Schedule, "page" | "presentCategories"> & { sessions: PastSessionCard[] };

/** A session as its own page prints it; of what is for those who are booked only, the recording if the reader is. */
export type SessionDetails = {
  id: string;
  title: string;
  category: string | null;
  summary: string;
  paragraphs: string[];
  whatToBring: string[];
  isOnline: boolean;
  /** Whether there is a link to be had with the confirmation already. */
  hasJoinLink: boolean;
  start: DisplayedStart;
  /** With its offset, like the start's. */
  endIso: string;
  duration: string;
  place: string;
  /** The place's own name: "The Weavers’ Room". */
  venue: string | null;
  address: string | null;
  city: string | null;
  postCode: string | null;
  price: string;
  /** For machines: "18.00", "GBP", and since when. */
  offer: { price: string; currency: string; validFrom: string };
  availability: Availability;
  /** Whether its waitlist can be joined. */
  hasWaitlist: boolean;
  hasEnded: boolean;
  /** Only when few are left. */
  placesLeft: number | null;
  /** Null for those who may not see it, before the start, and where there is none. */
  recordingUrl: string | null;
  image: string;
  /** A picture of 1200 × 630 for where the page is shared. */
  shareImage: string;
};

/** A member's own place in a session of the schedule; `held` waits for its payment. */
export type MyPlace = { state: "booked" | "held"; path: string };

/** What a category is to be called. */
const categoryForm = z.object({ name: typedLine(60, "Name is required") });
export const newCategoryForm = categoryForm.extend({ formKey: z.uuid() });
export type NewCategory = z.infer<typeof newCategoryForm>;

export const categoryRef = z.object({ id: z.uuid() });
export const renamedCategoryForm = categoryForm.extend({ version: formVersion });
export const renamedCategory = renamedCategoryForm.extend(categoryRef.shape);
export type RenamedCategory = z.infer<typeof renamedCategory>;

/** A category with how many sessions are in it, past and cancelled ones too. */
export type ListedCategory = { id: string; name: string; sessions: number };
