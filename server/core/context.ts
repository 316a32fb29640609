import type { Queryable } from "@db/client";
import { DomainError } from "./errors";
import type { Currency } from "./money";
import type { Rates, Services } from "./services";

export type SessionUser = {
  id: string;
  email: string;
  fullName: string;
  role: "member" | "admin";
  hasPassword: boolean;
  hasSecondFactor: boolean;
  secondFactorDueAt: Date | null;
  emailConfirmedAt: Date | null;
  timeZone: string | null;
  currency: Currency | null;
  /** Whether a payment for their membership could not be taken yet, which each page says. */
  isPaymentDue: boolean;
};

export type CurrentSession = {
  /** The hash that the database holds, not the cookie's value. */
  id: string;
  userId: string;
  isComplete: boolean;
  recoveredAt: Date | null;
  impersonator: Impersonator | null;
};

export type Impersonator = {
  id: string;
  fullName: string;
  sessionId: string;
  endsAt: Date;
};

export type OpenOptions = {
  isComplete?: boolean;
  recoveredAt?: Date | null;
  /** When the account holder signed in, if this session continues an older one; defaults to now. */
  signedInAt?: Date;
};

export type SessionControl = {
  readonly current: CurrentSession | null;
  /** The key of the device, which is not verified. */
  readonly deviceKey: string | null;
  readonly signUpKey: string | null;
  rememberSignUp(): string;
  /** An admin whose second factor is overdue: may only set it up, change the password or sign out. */
  readonly overdueAdmin: SessionUser | null;
  /** Signs in under a new session id. With `tx`, it must be the transaction's last statement. */
  open(userId: string, options?: OpenOptions, tx?: Queryable): Promise<void>;
  impersonate(userId: string, reason: string, tx: Queryable): Promise<void>;
  close(): Promise<void>;
};

export type Auth = {
  readonly user: SessionUser | null;
  readonly session: SessionControl;
};

/** What a request says about its visitor; no permission depends on it. */
export type Visitor = {
  currency: Currency;
  timeZone: string;
  /** The bookings made as a guest in this browser, from a signed cookie. */
  browserBookings: string[];
  /** The purchases of passes that were made as a guest, or opened by their link, in this browser, as above. */
  browserPasses: string[];
  browserId: string | null;
  address: string;
};

export type Context = Services & {
  visitor: Visitor;
  user: SessionUser | null;
  session: SessionControl;
  rates: Rates;
};

export type MemberContext = Context & { user: SessionUser };

/** Throws unauthenticated or forbidden. For routes that bypass the procedures to stream files. */
export function assertAdmin(user: SessionUser | null): SessionUser {
  if (!user) throw new DomainError("unauthenticated", "Please sign in.");
  if (user.role !== "admin") throw new DomainError("forbidden", "You do not have admin privileges");
  return user;
}
