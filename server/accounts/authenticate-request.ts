import { and, eq, isNull, lt } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { users, userSessions } from "@db/schema";
import { readCookie } from "../core/cookies";
import { newToken } from "../core/secrets";
import type { Services } from "../core/services";
import type { Auth, CurrentSession, OpenOptions, SessionControl, SessionUser } from "../core/context";
import { endSession } from "./account-sessions";
import { findImpersonator } from "./impersonation";
import { getSessionUser } from "./accounts";
import { deviceCookieName, rememberDevice } from "./known-devices";
import { signUpCookie, signUpCookieName } from "./account-tokens";
import {
  startAccountSession,
  forgetSessionCookie,
  sessionCookieName,
  validateSession,
  type KeptSession,
} from "./lucia";

type Browser = {
  cookieHeader: string | null | undefined;
  userAgent: string | null | undefined;
  setCookie(header: string): void;
  clearSiteData?(): void;
};

const seenEveryMinutes = 5;
const longestUserAgent = 300;

/** Identifies the user by the session cookie. Writes the session's last use at most every five minutes. */
export async function authenticateRequest(services: Services, browser: Browser): Promise<Auth> {
  const key = readCookie(services.settings, browser.cookieHeader, sessionCookieName);
  const deviceKey = readCookie(services.settings, browser.cookieHeader, deviceCookieName) ?? null;
  const signUpKey = readCookie(services.settings, browser.cookieHeader, signUpCookieName) ?? null;
  const found = key ? await validateSession(services, key) : null;
  const current = found && (await currentOf(services, found.session));
  const auth = new BrowserAuth(services, browser, { deviceKey, signUpKey, current });
  if (!found || !current) return auth;
  if (found.cookie) browser.setCookie(found.cookie);
  await recordLastUse(services, found.session);
  if (isSignedIn(current, services.clock.now())) auth.admit(found.user);
  return auth;
}

/** When an impersonation expires, the admin is signed out there but still finds the way back. */
const isSignedIn = ({ isComplete, impersonator }: CurrentSession, now: Date): boolean =>
  isComplete && (impersonator === null || impersonator.endsAt > now);

async function currentOf(services: Services, session: KeptSession): Promise<CurrentSession | null> {
  if (session.impersonatorSessionId === null) return { ...session, impersonator: null };
  const impersonator = await findImpersonator(services, session);
  return impersonator && { ...session, impersonator };
}

async function recordLastUse({ db, clock }: Services, { id, lastSeenAt }: KeptSession): Promise<void> {
  const now = clock.now();
  const due = new Date(now.getTime() - seenEveryMinutes * 60_000);
  if (lastSeenAt > due) return;
  await db
    .update(userSessions)
    .set({ lastSeenAt: now })
    .where(and(eq(userSessions.id, id), lt(userSessions.lastSeenAt, now)));
}

class BrowserAuth implements Auth, SessionControl {
  readonly session: SessionControl = this;
  user: SessionUser | null = null;
  overdueAdmin: SessionUser | null = null;
  current: CurrentSession | null;
  signUpKey: string | null;
  readonly deviceKey: string | null;
  readonly #services: Services;
  readonly #browser: Browser;

  constructor(
    services: Services,
    browser: Browser,
    { deviceKey, signUpKey, current }: Pick<SessionControl, "deviceKey" | "signUpKey" | "current">,
  ) {
    this.#services = services;
    this.#browser = browser;
    this.deviceKey = deviceKey;
    this.signUpKey = signUpKey;
    this.current = current;
  }

  rememberSignUp(): string {
    this.signUpKey ??= newToken();
    this.#browser.setCookie(signUpCookie(this.#services.settings, this.signUpKey));
    return this.signUpKey;
  }

  /** Signs in for this request. The only place that locks out an admin whose second factor is overdue. */
  admit(user: SessionUser | null): void {
    const isOverdue = user?.secondFactorDueAt != null && user.secondFactorDueAt <= this.#services.clock.now();
    this.user = isOverdue ? null : user;
    this.overdueAdmin = isOverdue ? user : null;
  }

  async open(
    userId: string,
    { isComplete = true, recoveredAt = null, signedInAt }: OpenOptions = {},
    tx: Queryable = this.#services.db,
  ): Promise<void> {
    await this.#end(tx);
    const knownDeviceId = isComplete ? await this.#rememberDevice(tx, userId) : null;
    const { session, cookie } = await startAccountSession(tx, this.#services, {
      userId,
      isComplete,
      recoveredAt,
      knownDeviceId,
      userAgent: this.#userAgent(),
      ...(signedInAt && { createdAt: signedInAt }),
    });
    this.#forgetUser();
    if (isComplete) {
      await this.#noteFirstAsAdmin(tx, userId);
      this.admit(await getSessionUser(tx, this.#services.settings, userId));
    }
    this.current = { ...session, impersonator: null };
    this.#browser.setCookie(cookie);
  }

  async impersonate(userId: string, reason: string, tx: Queryable): Promise<void> {
    if (!this.current) throw new Error("no account is signed in");
    const { session, cookie } = await startAccountSession(tx, this.#services, {
      userId,
      isComplete: true,
      recoveredAt: null,
      userAgent: this.#userAgent(),
      impersonatorId: this.current.userId,
      impersonationReason: reason,
      impersonatorSessionId: this.current.id,
    });
    this.admit(await getSessionUser(tx, this.#services.settings, userId));
    this.current = { ...session, impersonator: await findImpersonator({ ...this.#services, db: tx }, session) };
    this.#browser.setCookie(cookie);
  }

  async close(): Promise<void> {
    const { db } = this.#services;
    await this.#end(db);
    this.#forgetUser();
    this.current = null;
    this.#browser.setCookie(forgetSessionCookie(db, this.#services));
    this.#browser.clearSiteData?.();
  }

  /** Ends the session. While impersonating it is the admin's own, which also ends the impersonation. */
  async #end(tx: Queryable): Promise<void> {
    if (this.current) await endSession(tx, this.current.impersonator?.sessionId ?? this.current.id);
  }

  #forgetUser() {
    this.user = null;
    this.overdueAdmin = null;
  }

  async #rememberDevice(tx: Queryable, userId: string): Promise<string> {
    const device = await rememberDevice(tx, this.#services, { userId, key: this.deviceKey });
    this.#browser.setCookie(device.cookie);
    return device.id;
  }

  async #noteFirstAsAdmin(tx: Queryable, userId: string): Promise<void> {
    const isFirst = and(eq(users.id, userId), eq(users.role, "admin"), isNull(users.adminSignedInAt));
    await tx.update(users).set({ adminSignedInAt: this.#services.clock.now() }).where(isFirst);
  }

  #userAgent = () => this.#browser.userAgent?.slice(0, longestUserAgent) ?? null;
}
