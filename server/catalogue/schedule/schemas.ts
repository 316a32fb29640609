import { maxTickets } from "@db/schema";
import { z } from "zod";
import type { DisplayedStart } from "../../core/dates";
import { typedEmail } from "../../core/email-address";
import { formVersion } from "../../core/forms";
import { searchText, typedLine } from "../../core/input-schemas";
import { type Page, pageNumber } from "../../core/pagination";

export const liveSessionsFilter = z.object({
  category: searchText.optional(),
  location: searchText.optional(),
  page: pageNumber,
});
export type LiveSessionsFilter = z.infer<typeof liveSessionsFilter>;

const chooseTickets = `Choose 1 to ${maxTickets} tickets`;

/** The tickets of one booking. A form without the field books one. */
export const ticketQuantity = z.coerce
  .number({ error: chooseTickets })
  .int(chooseTickets)
  .min(1, chooseTickets)
  .max(maxTickets, chooseTickets)
  .default(1);

export const sessionId = z.object({ id: z.uuid() });

const missingEmail = "Please enter an email address";

export const shareForm = z.object({
  email: z
    .string({ error: missingEmail })
    .trim()
    .min(1, missingEmail)
    .pipe(typedEmail("Please enter a valid email address.")),
  formKey: z.uuid(),
});
export const newShare = shareForm.extend({ sessionId: z.uuid() });
export type NewShare = z.infer<typeof newShare>;

export type ListedSession = {
  id: string;
  title: string;
  category: string | null;
  summary: string;
  start: Pick<DisplayedStart, "day" | "month" | "year" | "weekdayShort" | "time" | "iso">;
  duration: string;
  place: string;
  price: string | null;
  /** The number of free places, only where few are left. */
  placesLeft: number | null;
  image: string;
};

export type Schedule = {
  sessions: ListedSession[];
  featured: ListedSession[];
  zoneNote: string | null;
  /** When the next series takes place; null without one. */
  seriesNote: string | null;
  page: Page;
  presentCategories: string[];
  allCategories: string[];
  locations: string[];
};

export type SessionCard = Omit<ListedSession, "start" | "place"> & {
  start: { date: string; time: string; iso: string };
  location: string;
};

type Choices = Pick<Schedule, "page" | "presentCategories" | "allCategories" | "locations">;

export type SessionCards = Choices & Pick<Schedule, "zoneNote"> & { sessions: SessionCard[] };

export type MemberSessionCard = SessionCard & { waiting: number; mine: MyPlace | null };
export type MemberSessions = Pick<SessionCards, "page" | "zoneNote"> & { sessions: MemberSessionCard[] };

export type PastSessionCard = Pick<ListedSession, "id" | "title" | "category" | "summary" | "image"> & {
  start: { date: string; iso: string };
  recordingUrl: string | null;
};

export type PastSessions = Choices & { sessions: PastSessionCard[] };

/** `held` awaits payment. */
export type MyPlace = { state: "booked" | "held"; path: string };

const categoryForm = z.object({ name: typedLine(60, "Name is required") });
export const newCategoryForm = categoryForm.extend({ formKey: z.uuid() });
export type NewCategory = z.infer<typeof newCategoryForm>;

export const categoryRef = z.object({ id: z.uuid() });
export const renamedCategoryForm = categoryForm.extend({ version: formVersion });
export const renamedCategory = renamedCategoryForm.extend(categoryRef.shape);
export type RenamedCategory = z.infer<typeof renamedCategory>;

/** Counts past and cancelled sessions, too. */
export type ListedCategory = { id: string; name: string; sessions: number };

export type FeedEntry = {
  id: string;
  title: string;
  category: string | null;
  when: string;
  place: string;
  summary: string;
  publishedAt: string;
};
