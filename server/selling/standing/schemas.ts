import { z } from "zod";

/** A standing place, to its member and in the back office. */
type ShownStanding = {
  id: string;
  /** "Tuesdays at 19:00: Evening class". */
  name: string;
  /** The dates to come in which the member has a place. */
  dates: { bookingId: string; text: string; isReleasable: boolean }[];
};

export type StandingPlaces = {
  places: ShownStanding[];
  /** The series in which the membership covers a place. */
  choices: { value: string; label: string }[];
  /** The health statement that is still to be confirmed; null for none, and in the back office. */
  health: { text: string; version: number } | null;
};

export const standingForm = z.object({
  seriesId: z.uuid("Choose a series"),
  healthVersion: z.coerce.number().int().optional().catch(undefined),
});
export type WantedStanding = z.infer<typeof standingForm>;

export const standingRef = z.object({ id: z.uuid() });
export const memberStandingForm = standingForm.pick({ seriesId: true }).extend({ membershipId: z.uuid() });
