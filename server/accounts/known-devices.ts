import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { knownDevices, users } from "@db/schema";
import { and, eq, gt, ne } from "drizzle-orm";
import { type CookieName, setCookie } from "../core/cookies";
import { hashToken, newToken } from "../core/secrets";
import type { Services } from "../core/services";
import { hasEmail } from "./accounts";

/** Failed sign-ins elsewhere don't lock the account holder out on a known device. */

export const deviceCookieName = "breathroom_device" satisfies CookieName;
const knownDays = 180;
const keyShape = /^[\w-]{43}$/;

type Keeper = Pick<Services, "clock" | "settings">;
type KnownDevice = { id: string; cookie: string };

export async function findKnownDevice(
  { db, clock }: Pick<Services, "db" | "clock">,
  key: string | null,
  email: string,
): Promise<string | null> {
  if (!key || !keyShape.test(key)) return null;
  const [device] = await db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.keyHash, hashToken(key)), gt(knownDevices.expiresAt, clock.now()), hasEmail(email)));
  return device?.id ?? null;
}

export async function rememberDevice(
  tx: Queryable,
  keeper: Keeper,
  { userId, key }: { userId: string; key: string | null },
): Promise<KnownDevice> {
  const now = keeper.clock.now();
  const expiresAt = new Date(now.getTime() + knownDays * 24 * 60 * 60_000);
  if (key && keyShape.test(key)) {
    const isDevice = and(eq(knownDevices.keyHash, hashToken(key)), eq(knownDevices.userId, userId));
    const [known] = await tx
      .update(knownDevices)
      .set({ expiresAt })
      .where(and(isDevice, gt(knownDevices.expiresAt, now)))
      .returning({ id: knownDevices.id });
    if (known) return { id: known.id, cookie: deviceCookie(keeper, key) };
  }
  const newKey = newToken();
  const { id } = one(
    await tx
      .insert(knownDevices)
      .values({ userId, keyHash: hashToken(newKey), createdAt: now, expiresAt })
      .returning({ id: knownDevices.id }),
    "known device",
  );
  return { id, cookie: deviceCookie(keeper, newKey) };
}

export async function forgetDevices(tx: Queryable, userId: string, exceptId: string | null = null): Promise<void> {
  const isOther = exceptId === null ? undefined : ne(knownDevices.id, exceptId);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), isOther));
}

export async function forgetDevice(tx: Queryable, id: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.id, id));
}

const deviceCookie = ({ settings }: Keeper, key: string): string =>
  setCookie(settings, deviceCookieName, key, knownDays * 24 * 60 * 60);

export function describeBrowser(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent) ?? "Unknown browser";
  const system = firstMatch(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** The browsers in the order of their checks: most claim to be several others too. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (names: [RegExp, string][], text: string | null) =>
  names.find(([pattern]) => pattern.test(text ?? ""))?.[1];
