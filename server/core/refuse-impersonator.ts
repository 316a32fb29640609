import type { SessionControl } from "./context";
import { DomainError } from "./errors";

/** Throws forbidden for an admin who is logged in as a member: they see that account, and change nothing. */
export function refuseImpersonator({ current }: SessionControl): void {
  if (!current?.impersonator) return;
  throw new DomainError("forbidden", "You’re viewing someone else’s account, so you can’t change anything.");
}
