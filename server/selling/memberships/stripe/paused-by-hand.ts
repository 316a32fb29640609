import type Stripe from "stripe";

/** The form by which the instructor has paused a membership or ended its pause, and why. */
export type PausedByHand = { formKey: string; reason: string };

/** Returns how a subscription says by which form its pause was begun or ended, if by one. */
export const pausedByHand = (kind: "pause" | "resume", byHand: PausedByHand | undefined): Stripe.MetadataParam => ({
  ...noted("pause", kind === "pause" ? byHand : undefined),
  ...noted("resume", kind === "resume" ? byHand : undefined),
});

const noted = (kind: "pause" | "resume", byHand: PausedByHand | undefined): Stripe.MetadataParam => ({
  [`${kind}By`]: byHand?.formKey ?? "",
  [`${kind}For`]: byHand?.reason ?? "",
});

/** Returns by which form of the instructor's the pause of a subscription was begun or ended; null if it was not by one. */
export function pausedByHandIn(
  { metadata }: Pick<Stripe.Subscription, "metadata">,
  kind: "pause" | "resume",
): PausedByHand | null {
  const { [`${kind}By`]: formKey, [`${kind}For`]: reason = "" } = metadata;
  return formKey ? { formKey, reason } : null;
}
