import type { Membership } from "@db/schema";
import { lastDayOf } from "../../../catalogue/passes/period";

/** What a member is told of their membership, in whatever way it has come about. */
export type News = {
  about:
    | "begun"
    | "renewed"
    | "waiting"
    | "changed"
    | "goes_on"
    | "kept"
    | "booked"
    | "paused"
    | "cancelled"
    | "ended"
    | "ending"
    | "payment_failed"
    | "unconfirmed"
    | "plan_changed"
    | "change_planned"
    | "trial_ends"
    | "renews";
  text: string;
};

type TitledMembership = Pick<Membership, "title">;
type HeldMembership = Pick<Membership, "title" | "source" | "accessUntil">;

export const overNews = ({ title }: TitledMembership): News => ({
  about: "ended",
  text: `Your membership “${title}” is over. What you have booked with it stays booked.`,
});

/** Returns what is said of a membership that the instructor lets run to its end. */
export function endsLaterNews({ title, accessUntil }: HeldMembership, zone: string): News {
  return {
    about: "cancelled",
    text: `Your membership “${title}” ends after ${accessUntil && lastDayOf(accessUntil, zone)}.`,
  };
}

/** Returns what is said of a membership that its member has cancelled, here or at Stripe. */
export function cancelledNews(
  { title, source, accessUntil, renewalEndedAt }: HeldMembership & Pick<Membership, "renewalEndedAt">,
  zone: string,
): News {
  const opening = `Your membership “${title}” is cancelled.`;
  if (!accessUntil) return { about: "cancelled", text: `${opening} Nothing was paid.` };
  const change = renewalEndedAt ? "" : ", and can change your mind until then";
  const charge = source === "stripe" ? " Nothing more will be charged." : "";
  return {
    about: "cancelled",
    text: `${opening} You have it until ${lastDayOf(accessUntil, zone)}${change}.${charge}`,
  };
}

export function pausedNews(
  { title, source, resumesAt }: HeldMembership & Pick<Membership, "resumesAt">,
  zone: string,
): News {
  const text =
    `Your membership “${title}” is paused until ${resumesAt && lastDayOf(resumesAt, zone)}. Its end moves by that time. ` +
    (source === "stripe" ? "Nothing is charged meanwhile. " : "") +
    "What you have booked stays booked.";
  return { about: "paused", text };
}

/** Returns what is said of a membership whose cancellation was taken back, or whose pause has ended; `isPauseOver`: by its time. */
export function goesOnNews(
  { title, source, accessUntil, state }: HeldMembership & Pick<Membership, "state">,
  zone: string,
  { isPauseOver = false } = {},
): News {
  const about = "goes_on";
  if (state === "paused") return { about, text: `Your membership “${title}” goes on once its pause is over.` };
  const opening = isPauseOver
    ? `The pause of your membership “${title}” is over. It goes on.`
    : `Your membership “${title}” goes on.`;
  const isCharged = source === "stripe" && accessUntil;
  return {
    about,
    text: isCharged ? `${opening} The next payment is due after ${lastDayOf(accessUntil, zone)}.` : opening,
  };
}
