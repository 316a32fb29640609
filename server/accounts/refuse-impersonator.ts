import { DomainError } from "../core/errors";
import type { SessionDoor } from "../core/context";

/** Throws forbidden where the instructor looks at a member's account: there she may see everything and change nothing. */
export function refuseImpersonator({ current }: SessionDoor): void {
  if (!current?.impersonator) return;
  throw new DomainError("forbidden", "You are looking at somebody else’s account: nothing can be changed in it.");
}
