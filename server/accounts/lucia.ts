import { createHash } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { Lucia, TimeSpan, type Adapter, type DatabaseSession, type DatabaseUser } from "lucia";
import type { Queryable } from "@db/client";
import { secondFactors, users, userSessions } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import type { SessionUser } from "../core/context";
import { type Services, systemClock } from "../core/services";
import { cookieName, type CookieName } from "../core/cookies";
import { sessionEnd, slidingDays } from "./account-sessions";
import { sessionUserFields, sessionUserOf, type SessionUserRow } from "./accounts";

/** Wraps Lucia: hashes session keys before they reach the database, and uses the site's clock. */

export const sessionCookieName = "breathroom_session" satisfies CookieName;
const keyShape = /^[a-z2-7]{40}$/;

type SessionRow = typeof userSessions.$inferSelect;
type Attributes = Omit<SessionRow, "id" | "userId" | "expiresAt">;

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof luciaOn>;
    DatabaseSessionAttributes: Attributes;
    DatabaseUserAttributes: Omit<SessionUserRow, "id"> & { isDeleted: boolean };
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

/** Returns null for an unknown key, and no user for a deleted account. Past half its life a session is renewed for 30 days, and `cookie` is set. */
export async function validateSession(
  { db, ...keeper }: Keeper & Pick<Services, "db">,
  key: string,
): Promise<{ session: KeptSession; user: SessionUser | null; cookie: string | null } | null> {
  if (!keyShape.test(key)) return null;
  const lucia = luciaOn(db, keeper);
  const { session, user } = await lucia.validateSession(key);
  if (!session) return null;
  const { fresh, expiresAt: _, ...kept } = session;
  const { isDeleted, ...row } = user;
  return {
    session: { ...kept, id: hashKey(key) },
    user: isDeleted ? null : sessionUserOf(keeper.settings, row),
    cookie: fresh ? lucia.createSessionCookie(key).serialize() : null,
  };
}

type NewSession = Pick<SessionRow, "userId" | "isComplete" | "recoveredAt" | "userAgent"> &
  Partial<
    Pick<SessionRow, "createdAt" | "knownDeviceId" | "impersonatorId" | "impersonationReason" | "impersonatorSessionId">
  >;

export async function startAccountSession(
  db: Queryable,
  keeper: Keeper,
  { userId, ...newAttributes }: NewSession,
): Promise<{ session: KeptSession; cookie: string }> {
  const lucia = luciaOn(db, keeper);
  const now = keeper.clock.now();
  const ofMember = { impersonatorId: null, impersonationReason: null, impersonatorSessionId: null };
  const attributes = { ...ofMember, knownDeviceId: null, createdAt: now, ...newAttributes, lastSeenAt: now };
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
    getUserAttributes: (attributes) => attributes,
  });
}

/** Reads a session and its user in one statement. */
const findSessionAndUser = (db: Queryable, id: string) =>
  db
    .select({
      session: userSessions,
      user: sessionUserFields,
      isDeleted: sql<boolean>`${users.archivedAt} is not null`,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(userSessions.id, id));

class HashingAdapter implements Adapter {
  readonly #db: Queryable;
  readonly #rows: DrizzlePostgreSQLAdapter;
  readonly #clock: Services["clock"];

  constructor(db: Queryable, clock: Services["clock"]) {
    this.#db = db;
    this.#rows = new DrizzlePostgreSQLAdapter(db, userSessions, users);
    this.#clock = clock;
  }

  async getSessionAndUser(key: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [found] = await findSessionAndUser(this.#db, hashKey(key));
    if (!found) return [null, null];
    const { id: _, userId, expiresAt, ...attributes } = found.session;
    const { id, ...user } = found.user;
    // Lucia would delete the session now, but GET must not write; the clean-up job does.
    if (sessionEnd(found.session, user.role) <= this.#clock.now()) return [null, null];
    return [
      { id: key, userId, expiresAt: this.#forLucia(expiresAt), attributes },
      { id, attributes: { ...user, isDeleted: found.isDeleted } },
    ];
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

  #shift = () => systemClock.now().getTime() - this.#clock.now().getTime();
  #forLucia = (instant: Date) => new Date(instant.getTime() + this.#shift());
  #fromLucia = (instant: Date) => new Date(instant.getTime() - this.#shift());
}

const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");
