import type { Queryable } from "@db/client";
import { DomainError } from "./errors";
import type { Currency } from "./money";
import type { Rates } from "./ports";
import type { Services } from "./services";

/** The member or admin who is signed in. */
export type SessionUser = {
  id: string;
  email: string;
  fullName: string;
  role: "member" | "admin";
  hasSecondFactor: boolean;
  /** When an admin has to have set up a second factor; null for everyone else. */
  secondFactorDueAt: Date | null;
  /** The member's choice for every device; null where each device uses its own. */
  timeZone: string | null;
  currency: Currency | null;
};

/** The session that this browser's cookie opened. */
export type CurrentSession = {
  /** The database's id, a hash of what the cookie holds: it opens nothing. */
  id: string;
  userId: string;
  /** False while the second factor is still asked for. */
  isComplete: boolean;
  /** When a reset or one-time link opened it. */
  recoveredAt: Date | null;
  /** The instructor, where she looks at a member's account: then nothing can be changed by this session. */
  impersonator: Impersonator | null;
};

/** The admin who looks at a member's account. */
export type Impersonator = {
  id: string;
  fullName: string;
  /** Her own session, to which she goes back. */
  sessionId: string;
  /** When she is out of the account in any case. */
  endsAt: Date;
};

export type OpenOptions = {
  isComplete?: boolean;
  recoveredAt?: Date | null;
  /** When the owner signed in, where this session goes on for an older one; now by default. */
  signedInAt?: Date;
};

/** How procedures sign this browser in and out; the cookie goes out with the response. */
export type SessionDoor = {
  readonly current: CurrentSession | null;
  /** What the cookie of a known device holds, unchecked. */
  readonly deviceKey: string | null;
  /** The admin whose second factor is overdue: signed in for its set-up, a new password and signing out only. */
  readonly overdueAdmin: SessionUser | null;
  /**
   * Signs in under a new session id, always; this browser's old session ends with it. Given a transaction, it happens
   * there: then it must be the last thing in it.
   */
  open(userId: string, options?: OpenOptions, tx?: Queryable): Promise<void>;
  /** Shows the account of a member to the instructor, whose own session waits; last in its transaction. */
  impersonate(userId: string, reason: string, tx: Queryable): Promise<void>;
  /** Signs out; the instructor who looks at a member's account is signed out of her own as well. */
  close(): Promise<void>;
};

/** Who asks. Signing in and out within a request changes it for the rest of the request. */
export type Auth = {
  /** Null for visitors, while a second factor is still asked for, and for an admin who had to set one up by now. */
  readonly user: SessionUser | null;
  readonly session: SessionDoor;
};

/** What a request says of its visitor. Nothing in it decides what anybody may do. */
export type Visitor = {
  currency: Currency;
  timeZone: string;
  /** The unpaid bookings that this browser remembers, under our signature; only those who made them have their ids. */
  heldBookings: string[];
  /** The number of this browser, under our signature; null where it has none yet. */
  browserId: string | null;
  /** The network address, that of the client where a trusted proxy names it. */
  address: string;
};

/** What a procedure works with: the process's services, who asks, and what a pound is worth now. */
export type Context = Services & { visitor: Visitor; user: SessionUser | null; session: SessionDoor; rates: Rates };

/** The same for signed-in members. */
export type MemberContext = Context & { user: SessionUser };

/** For what no procedure is the door of, because bytes go through it. Throws unauthenticated or forbidden. */
export function requireAdmin(user: SessionUser | null): SessionUser {
  if (!user) throw new DomainError("unauthenticated", "Please sign in.");
  if (user.role !== "admin") throw new DomainError("forbidden", "You do not have admin privileges");
  return user;
}
