import type { LiveSession } from "@db/schema";

/** Returns how a place that was not paid for here is paid: no one comes to the door of an online session. */
export const paidLaterBy = ({ locationType }: Pick<LiveSession, "locationType">): "door" | "transfer" =>
  locationType === "onsite" ? "door" : "transfer";
