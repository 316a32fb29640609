import { DomainError } from "./errors";
import type { SessionUser } from "./context";

/** For what no procedure is the door of, because bytes go through it. Throws unauthenticated or forbidden. */
export function requireAdmin(user: SessionUser | null): SessionUser {
  if (!user) throw new DomainError("unauthenticated", "Please sign in.");
  if (user.role !== "admin") throw new DomainError("forbidden", "You do not have admin privileges");
  return user;
}
