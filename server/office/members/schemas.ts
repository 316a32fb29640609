import type { ShownMembership } from "../../selling/memberships/show/show-membership";
import { z } from "zod";
import type { MySession } from "../../selling/bookings/schemas";
import { isTimeZone } from "../../core/dates";
import { typedName } from "../../core/input-schemas";
import { currencies } from "../../core/money";
import type { MyRecording } from "../../selling/recordings/schemas";

export type Home = {
  upcoming: MySession[];
  zoneNote: string | null;
  past: MySession[];
  /** What the member began last and has not finished. */
  resume: MyRecording | null;
  recordings: MyRecording[];
  /** Passes that can be used, with what is left on them and until when. */
  passes: { id: string; title: string; balance: string }[];
  /** The membership that goes on; null without one. */
  membership: Pick<ShownMembership, "title" | "period" | "left"> | null;
};

const noName = "Enter your full name";
const maxNameLength = 201; // two names of the maximum length

/** "" stands for the device's own setting. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal(""), schema])
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));

const noZone = "Choose a time zone from the list";

export const profileForm = z.object({
  fullName: typedName(noName, maxNameLength),
  timeZone: orNone(z.string({ error: noZone }).refine(isTimeZone, noZone)),
  currency: orNone(z.enum(currencies, { error: "Choose a currency from the list" })),
  hasReminders: z.boolean().default(false),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const pickedCurrency = z.object({ currency: z.enum(currencies) });

export const announcementsForm = z.object({ isUnsubscribed: z.boolean() });

export { holderForm as deletionForm } from "../../accounts/schemas";
