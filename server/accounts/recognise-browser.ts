import { and, eq, lt } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { userSessions } from "@db/schema";
import { readCookie } from "../cookies";
import type { Services } from "../services";
import type { Auth, CurrentSession, SessionDoor, SessionUser } from "../trpc/context";
import { endSession } from "./end-sessions";
import { findImpersonator } from "./find-impersonator";
import { getSessionUser } from "./get-session-user";
import { createSession, forgetSessionCookie, sessionCookieName, validateSession, type KeptSession } from "./lucia";

export type Browser = {
  cookieHeader: string | null | undefined;
  userAgent: string | null | undefined;
  /** Puts the session's cookie on the response, in place of one that was put there before. */
  setCookie(header: string): void;
  /** Has the browser forget what it has stored of this site, cookies excepted. */
  clearSiteData?(): void;
};

const seenEveryMinutes = 5;
const longestUserAgent = 300;

/**
 * Finds out who asks, from the session cookie. Writes nothing but the session's own end and when it was last seen, the
 * latter once in five minutes.
 */
export async function recogniseBrowser(services: Services, browser: Browser): Promise<Auth> {
  const key = readCookie(services.settings, browser.cookieHeader, sessionCookieName);
  const found = key ? await validateSession(services, key) : null;
  const current = found && (await currentOf(services, found.session));
  if (!found || !current) return new BrowserAuth(services, browser, null, null);
  if (found.cookie) browser.setCookie(found.cookie);
  await noteSeen(services, found.session);
  const user = isSignedIn(current, services.clock.now()) ? await getSessionUser(services.db, current.userId) : null;
  return new BrowserAuth(services, browser, current, user);
}

/** When her hour in a member's account is over, the instructor is nobody there, but she still finds the way back. */
const isSignedIn = ({ isComplete, impersonator }: CurrentSession, now: Date): boolean =>
  isComplete && (impersonator === null || impersonator.endsAt > now);

/** Null where the session shows a member's account to somebody who is no longer signed in as the instructor. */
async function currentOf(services: Services, session: KeptSession): Promise<CurrentSession | null> {
  if (session.impersonatorSessionId === null) return { ...session, impersonator: null };
  const impersonator = await findImpersonator(services, session);
  return impersonator && { ...session, impersonator };
}

async function noteSeen({ db, clock }: Services, { id, lastSeenAt }: KeptSession): Promise<void> {
  const now = clock.now();
  const due = new Date(now.getTime() - seenEveryMinutes * 60_000);
  if (lastSeenAt > due) return;
  await db
    .update(userSessions)
    .set({ lastSeenAt: now })
    .where(and(eq(userSessions.id, id), lt(userSessions.lastSeenAt, now)));
}

class BrowserAuth implements Auth, SessionDoor {
  readonly session: SessionDoor = this;
  readonly #services: Services;
  readonly #browser: Browser;

  constructor(
    services: Services,
    browser: Browser,
    public current: CurrentSession | null,
    public user: SessionUser | null,
  ) {
    this.#services = services;
    this.#browser = browser;
  }

  async open(
    userId: string,
    { isComplete = true, recoveredAt = null }: { isComplete?: boolean; recoveredAt?: Date | null } = {},
    tx: Queryable = this.#services.db,
  ): Promise<void> {
    await this.#end(tx);
    const { session, cookie } = await createSession(tx, this.#services, {
      userId,
      isComplete,
      recoveredAt,
      userAgent: this.#userAgent(),
    });
    this.user = isComplete ? await getSessionUser(tx, userId) : null;
    this.current = { ...session, impersonator: null };
    this.#browser.setCookie(cookie);
  }

  async impersonate(userId: string, reason: string, tx: Queryable): Promise<void> {
    if (!this.current) throw new Error("nobody is signed in");
    const { session, cookie } = await createSession(tx, this.#services, {
      userId,
      isComplete: true,
      recoveredAt: null,
      userAgent: this.#userAgent(),
      impersonatorId: this.current.userId,
      impersonationReason: reason,
      impersonatorSessionId: this.current.id,
    });
    this.user = await getSessionUser(tx, userId);
    this.current = { ...session, impersonator: await findImpersonator({ ...this.#services, db: tx }, session) };
    this.#browser.setCookie(cookie);
  }

  async close(): Promise<void> {
    const { db } = this.#services;
    await this.#end(db);
    this.user = null;
    this.current = null;
    this.#browser.setCookie(forgetSessionCookie(db, this.#services));
    this.#browser.clearSiteData?.();
  }

  /** The instructor's own session takes those with it in which she looks at others' accounts. */
  async #end(tx: Queryable): Promise<void> {
    if (this.current) await endSession(tx, this.current.impersonator?.sessionId ?? this.current.id);
  }

  #userAgent = () => this.#browser.userAgent?.slice(0, longestUserAgent) ?? null;
}
