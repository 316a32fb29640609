import type { Queryable, Transaction } from "@db/client";
import { type Account, accountTokens } from "@db/schema";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Context } from "../core/context";
import { type CookieName, setCookie } from "../core/cookies";
import type { Settings } from "../core/env";
import { DomainError } from "../core/errors";
import { ownAddress } from "../core/addresses";
import { hashToken, newToken } from "../core/secrets";
import { lockAccount } from "./accounts";
import type { TokenPurpose } from "./schemas";

type NewToken = {
  userId: string;
  purpose: TokenPurpose;
  returnTo?: string | null | undefined;
  email?: string;
  /** The secret of the browser that a `verify_email` link signs in. */
  browserKey?: string;
  now: Date;
};

/** Creates a token and ends older ones of its purpose. The account must be locked. */
export async function issueToken(
  tx: Transaction,
  { userId, purpose, returnTo, email, browserKey, now }: NewToken,
): Promise<string> {
  const token = newToken();
  await endTokens(tx, { userId, purpose, now });
  await tx.insert(accountTokens).values({
    userId,
    purpose,
    tokenHash: hashToken(token),
    returnTo: ownAddress(returnTo),
    email,
    browserHash: browserKey && hashToken(browserKey),
    expiresAt: new Date(now.getTime() + lifetimes[purpose] * 60_000),
    createdAt: now,
  });
  return token;
}

/** Ends an account's unused tokens, of one purpose or all. The account must be locked. */
export async function endTokens(
  tx: Transaction,
  { userId, purpose, now }: { userId: string; purpose?: TokenPurpose; now: Date },
): Promise<void> {
  const isOfThem = and(eq(accountTokens.userId, userId), isNull(accountTokens.usedAt));
  const isOfKind = purpose && eq(accountTokens.purpose, purpose);
  await tx.update(accountTokens).set({ usedAt: now }).where(and(isOfThem, isOfKind));
}

export async function peekToken({ db, clock }: Context, link: TokenLink): Promise<{ isValid: boolean }> {
  return { isValid: (await findToken(db, link, clock.now())) !== undefined };
}

/** Uses up a token and locks its account; of concurrent uses one succeeds. Throws link_expired. */
export async function useToken(
  tx: Transaction,
  link: TokenLink,
  now: Date,
): Promise<{ account: Account } & SpentToken> {
  const found = await findToken(tx, link, now);
  const account = found && (await lockAccount(tx, { id: found.userId }));
  const used = await spendToken(tx, link, now);
  if (!account || !used) throw new DomainError("link_expired", "This link has expired or has already been used.");
  return { account, ...used };
}

const lifetimeMinutes = (purpose: TokenPurpose): number => lifetimes[purpose];

/** The lifetimes in minutes. */
const lifetimes = {
  verify_email: 24 * 60,
  reset_password: 60,
  sign_in: 15,
  change_email: 24 * 60,
} as const satisfies Record<TokenPurpose, number>;

export function lifetimeInWords(purpose: TokenPurpose): string {
  const minutes = lifetimes[purpose];
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

type TokenLink = { purpose: TokenPurpose; token: string };

const works = ({ purpose, token }: TokenLink, now: Date) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, now),
  );

type FoundToken = { userId: string; browserHash: string | null };

export async function findToken(db: Queryable, link: TokenLink, now: Date): Promise<FoundToken | undefined> {
  const { userId, browserHash } = accountTokens;
  const [found] = await db.select({ userId, browserHash }).from(accountTokens).where(works(link, now));
  return found;
}

type SpentToken = { returnTo: string | null; email: string | null; browserHash: string | null };

/** One statement, so that a token works only once. */
async function spendToken(tx: Transaction, link: TokenLink, now: Date): Promise<SpentToken | undefined> {
  const [used] = await tx.update(accountTokens).set({ usedAt: now }).where(works(link, now)).returning({
    returnTo: accountTokens.returnTo,
    email: accountTokens.email,
    browserHash: accountTokens.browserHash,
  });
  return used;
}

/** A confirmation link signs in only the browser that signed up, or that knew the password when the link was sent. */
export const signUpCookieName = "sign_up" satisfies CookieName;

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

export const signUpCookie = (settings: CookieSettings, key: string): string =>
  setCookie(settings, signUpCookieName, key, lifetimeMinutes("verify_email") * 60);

export function isBrowserOf({ session }: Pick<Context, "session">, link: { browserHash: string | null }): boolean {
  return session.signUpKey !== null && link.browserHash === hashToken(session.signUpKey);
}
