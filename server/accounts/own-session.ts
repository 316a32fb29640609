import { DomainError } from "../core/errors";
import type { Context } from "../core/context";

/**
 * For what is the member's alone to read. Throws forbidden to the instructor who looks at her account; what she can't
 * change there is refused at the door.
 */
export function requireOwnSession({ session }: Pick<Context, "session">): void {
  if (session.current?.impersonator) throw new DomainError("forbidden", "Only the member herself can do this.");
}
