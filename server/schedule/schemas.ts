import { z } from "zod";
import type { Availability } from "../bookings/places";
import type { DisplayedStart } from "./format-start";

/** PostgreSQL keeps no zero bytes, so no row can match a name with one. */
const name = z
  .string()
  .trim()
  .max(100)
  .refine((text) => !text.includes("\0"));

/** How the upcoming sessions are narrowed down. `location` is "Online" or a city; a page that is none is the first. */
export const scheduleFilter = z.object({
  category: name.optional(),
  location: name.optional(),
  page: z.coerce.number().int().min(1).catch(1),
  limit: z.int().min(1).max(20).optional(),
  isFeaturedOnly: z.boolean().default(false),
});
export type ScheduleFilter = z.infer<typeof scheduleFilter>;

export const sessionId = z.object({ id: z.uuid() });

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
  /** One sentence on the zone or zones of the times; null when there are none. */
  zoneNote: string | null;
  page: { number: number; count: number; from: number; to: number; total: number };
  /** The categories that have upcoming sessions, by name, whatever the filter. */
  presentCategories: string[];
  allCategories: string[];
  /** "Online" and each city of upcoming sessions; empty when there is nothing to choose. */
  locations: string[];
};

/** A session as its own page prints it: nothing in it is for those who are booked only. */
export type SessionDetails = {
  id: string;
  title: string;
  category: string | null;
  summary: string;
  paragraphs: string[];
  whatToBring: string[];
  isOnline: boolean;
  start: DisplayedStart;
  /** With its offset, like the start's. */
  endIso: string;
  duration: string;
  place: string;
  address: string | null;
  city: string | null;
  postCode: string | null;
  price: string;
  /** For machines: "18.00", "GBP". */
  offer: { price: string; currency: string };
  availability: Availability;
  hasEnded: boolean;
  /** Only when few are left. */
  placesLeft: number | null;
  image: string;
};
