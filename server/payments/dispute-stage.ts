import type Stripe from "stripe";

type Status = Stripe.Dispute.Status;

/** Where a dispute stands, as far as the instructor has something new to know or to do. */
export type DisputeStage = "inquiry" | "dispute" | "appeal" | "won" | "lost" | "closed";

const stages: Record<Status, DisputeStage> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  needs_response: "dispute",
  under_review: "dispute",
  appeal_needs_response: "appeal",
  appeal_under_review: "appeal",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** A status that Stripe adds one day counts as a dispute: better told of than not. */
export const stageOf = (status: string): DisputeStage => stages[status] ?? "dispute";

/** Statuses in which Stripe waits for the instructor's answer. */
export const unansweredStatuses = [
  "needs_response",
  "warning_needs_response",
  "appeal_needs_response",
] as const satisfies Status[];

export const isUnanswered = (status: string): boolean => unansweredStatuses.some((one) => one === status);

/** From an inquiry to its end, then from a chargeback to its end, which may be appealed: a dispute never goes back. */
const order: Status[] = ["warning_needs_response", "warning_under_review", "warning_closed", "needs_response"];
const rank = (status: string) => {
  const nth = order.indexOf(status);
  if (nth >= 0) return nth;
  return status === "under_review" ? order.length : order.length + 1;
};

/** Tells whether a status that was read may follow the one that is known; else it was read earlier and comes late. */
export const mayFollow = (known: string, read: string): boolean => rank(read) >= rank(known);
