import type Stripe from "stripe";

/** The form by which the instructor has changed a membership, and why: the key and the reason of the mail to its member. */
export type ByHand = { formKey: string; reason: string };

type FormEffect = "ended" | "paused" | "resumed" | "given";

/** Returns how a subscription says that something was done by a form, or that it was not. */
export const noteByHand = (effect: FormEffect, byHand: ByHand | undefined): Stripe.MetadataParam => ({
  [`${effect}By`]: byHand?.formKey ?? "",
  [`${effect}For`]: byHand?.reason ?? "",
});

/** Returns how a subscription says by which form its pause was begun or ended, if by one. */
export const notePause = ({ paused, resumed }: { paused?: ByHand; resumed?: ByHand | undefined }) => ({
  ...noteByHand("paused", paused),
  ...noteByHand("resumed", resumed),
});

/** Returns by which form of the instructor's something was done to a subscription; null if it was not by one. */
export function byHandIn({ metadata }: Pick<Stripe.Subscription, "metadata">, effect: FormEffect): ByHand | null {
  const { [`${effect}By`]: formKey, [`${effect}For`]: reason = "" } = metadata;
  return formKey ? { formKey, reason } : null;
}
