import { DomainError } from "../core/errors";
import type { EntryStatus } from "./entries";

/** Why an entry has no offer (any more) that could be answered. */
export const refuseAnswer = (status: Exclude<EntryStatus, "offered">) => new DomainError("closed", reasons[status]);

const reasons: Record<Exclude<EntryStatus, "offered">, string> = {
  waiting: "No place has become free yet.",
  accepted: "You have taken this place already.",
  declined: "You have said no thanks to this place.",
  expired: "This offer has run out, and the place has been passed on.",
  left: "You have left this waitlist.",
  removed: "You are not on this waitlist any more.",
  closed: "This waitlist is closed.",
};
