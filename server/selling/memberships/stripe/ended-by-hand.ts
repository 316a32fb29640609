import type Stripe from "stripe";

/** The form by which the instructor has ended a membership, and why: the key of the mail to its member. */
export type EndedByHand = { formKey: string; reason: string };

/** Returns how a subscription says that it was ended by a form, or that it was not. */
export const endedByHand = (byHand: EndedByHand | undefined): Stripe.MetadataParam => ({
  endedBy: byHand?.formKey ?? "",
  endedFor: byHand?.reason ?? "",
});

/** Returns by which form of the instructor's a subscription was ended; null if it was not by one. */
export function endedByHandIn({ metadata }: Pick<Stripe.Subscription, "metadata">): EndedByHand | null {
  const { endedBy: formKey, endedFor: reason = "" } = metadata;
  return formKey ? { formKey, reason } : null;
}
