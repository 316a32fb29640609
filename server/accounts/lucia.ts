import { createHash } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { Lucia, TimeSpan, type Adapter, type DatabaseSession, type DatabaseUser } from "lucia";
import type { Queryable } from "@db/client";
import { users, userSessions } from "@db/schema";
import { type Services, systemClock } from "../core/services";
import { cookieName, type CookieName } from "../core/cookies";
import { sessionEnd, slidingDays } from "./account-sessions";

/** Wraps Lucia: hashes session keys before they reach the database, and uses the site's clock. */

export const sessionCookieName = "breathroom_session" satisfies CookieName;
const keyShape = /^[a-z2-7]{40}$/;

type Row = typeof userSessions.$inferSelect;
type Attributes = Omit<Row, "id" | "userId" | "expiresAt">;

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof luciaOn>;
    DatabaseSessionAttributes: Attributes;
    DatabaseUserAttributes: Omit<typeof users.$inferSelect, "id">;
  }
}

type Keeper = Pick<Services, "clock" | "settings">;

export type KeptSession = {
  id: string;
  userId: string;
  isComplete: boolean;
  recoveredAt: Date | null;
  lastSeenAt: Date;
  createdAt: Date;
  impersonatorSessionId: string | null;
};

/** Returns null for an unknown key. Past half its life a session is renewed for 30 days, and `cookie` is set. */
export async function validateSession(
  { db, ...keeper }: Keeper & Pick<Services, "db">,
  key: string,
): Promise<{ session: KeptSession; cookie: string | null } | null> {
  if (!keyShape.test(key)) return null;
  const lucia = luciaOn(db, keeper);
  const { session } = await lucia.validateSession(key);
  if (!session) return null;
  const { fresh, expiresAt: _, ...kept } = session;
  return {
    session: { ...kept, id: hashKey(key) },
    cookie: fresh ? lucia.createSessionCookie(key).serialize() : null,
  };
}

type NewSession = Pick<Row, "userId" | "isComplete" | "recoveredAt" | "userAgent"> &
  Partial<
    Pick<Row, "createdAt" | "knownDeviceId" | "impersonatorId" | "impersonationReason" | "impersonatorSessionId">
  >;

export async function createSession(
  db: Queryable,
  keeper: Keeper,
  { userId, ...given }: NewSession,
): Promise<{ session: KeptSession; cookie: string }> {
  const lucia = luciaOn(db, keeper);
  const now = keeper.clock.now();
  const ofMember = { impersonatorId: null, impersonationReason: null, impersonatorSessionId: null };
  const attributes = { ...ofMember, knownDeviceId: null, createdAt: now, ...given, lastSeenAt: now };
  const { id: key } = await lucia.createSession(userId, attributes);
  return {
    session: { ...attributes, id: hashKey(key), userId },
    cookie: lucia.createSessionCookie(key).serialize(),
  };
}

export const forgetSessionCookie = (db: Queryable, keeper: Keeper): string =>
  luciaOn(db, keeper).createBlankSessionCookie().serialize();

function luciaOn(db: Queryable, keeper: Keeper) {
  return new Lucia(new HashingAdapter(db, keeper.clock), {
    sessionExpiresIn: new TimeSpan(slidingDays, "d"),
    sessionCookie: {
      name: cookieName(keeper.settings, sessionCookieName),
      attributes: { secure: keeper.settings.isLive, sameSite: "lax", path: "/" },
    },
    getSessionAttributes: ({ isComplete, recoveredAt, lastSeenAt, createdAt, impersonatorSessionId }) => ({
      isComplete,
      recoveredAt,
      lastSeenAt,
      createdAt,
      impersonatorSessionId,
    }),
  });
}

class HashingAdapter implements Adapter {
  readonly #rows: DrizzlePostgreSQLAdapter;
  readonly #clock: Services["clock"];

  constructor(db: Queryable, clock: Services["clock"]) {
    this.#rows = new DrizzlePostgreSQLAdapter(db, userSessions, users);
    this.#clock = clock;
  }

  async getSessionAndUser(key: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [session, user] = await this.#rows.getSessionAndUser(hashKey(key));
    // Lucia would delete the session now, but GET must not write; the clean-up job does.
    if (!session || !user || this.#isOver(session, user)) return [null, null];
    return [{ ...session, id: key, expiresAt: this.#forLucia(session.expiresAt) }, user];
  }

  setSession(session: DatabaseSession): Promise<void> {
    const { id, expiresAt } = session;
    return this.#rows.setSession({ ...session, id: hashKey(id), expiresAt: this.#fromLucia(expiresAt) });
  }

  updateSessionExpiration(key: string, expiresAt: Date): Promise<void> {
    return this.#rows.updateSessionExpiration(hashKey(key), this.#fromLucia(expiresAt));
  }

  deleteSession = (key: string) => this.#rows.deleteSession(hashKey(key));
  getUserSessions = (userId: string) => this.#rows.getUserSessions(userId);
  deleteUserSessions = (userId: string) => this.#rows.deleteUserSessions(userId);
  deleteExpiredSessions = () => this.#rows.deleteExpiredSessions();

  #isOver({ expiresAt, attributes }: DatabaseSession, user: DatabaseUser): boolean {
    return sessionEnd({ ...attributes, expiresAt }, user.attributes.role) <= this.#clock.now();
  }

  #shift = () => systemClock.now().getTime() - this.#clock.now().getTime();
  #forLucia = (instant: Date) => new Date(instant.getTime() + this.#shift());
  #fromLucia = (instant: Date) => new Date(instant.getTime() - this.#shift());
}

const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");
