import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Queryable } from "@db/client";
import { siteSettings, users } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { hashToken } from "../core/secrets";
import type { Services } from "../core/services";
import { withTableLock } from "../core/transaction";
import { countAttempt, networkOf } from "../core/rate-limits";
import { isNotDeleted } from "./accounts";
import { makeAdminIn, noteAdmin } from "./make-admin";
import type { setUpForm } from "./schemas";

/** A row among the settings, which reads over keys that are no settings. */
const rowKey = "set-up-code";
const lifetimeMs = 3_600_000;
const kept = z.object({ hash: z.string(), expiresAt: z.iso.datetime() });

export async function isSetUp(db: Queryable): Promise<boolean> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNotDeleted()))
    .limit(1);
  return admin !== undefined;
}

/** Returns a code of 128 bits that opens the set-up page for an hour, or null if the site has an admin. */
export async function issueSetUpCode({ db, clock }: Pick<Services, "db" | "clock">): Promise<string | null> {
  if (await isSetUp(db)) return null;
  const code = randomBytes(16).toString("hex");
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString();
  const row = { key: rowKey, value: { hash: hashToken(code), expiresAt }, updatedAt: clock.now() };
  await db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
  return code.replace(/.{4}(?=.)/g, "$&-");
}

export async function getSetUp({ db }: Context): Promise<{ isOpen: boolean }> {
  return { isOpen: !(await isSetUp(db)) };
}

const wrongCode = "This code is wrong or has expired. Start the site again for a new one.";

/** Makes the instructor's address that of the first admin, and returns the link that sets the password. Throws not_found, invalid. */
export async function claimSite(
  ctx: Context,
  { code, fullName }: z.infer<typeof setUpForm>,
): Promise<{ path: string }> {
  const { settings, clock } = ctx;
  await countAttempt(ctx, "set-up code from address", networkOf(ctx.visitor.address));
  await countAttempt(ctx, "set-up code", "all");
  const made = await withTableLock(ctx, { table: siteSettings, name: "this site" }, async (tx) => {
    if (await isSetUp(tx)) throw new DomainError("not_found", "This site has an owner.");
    const [row] = await tx.select().from(siteSettings).where(eq(siteSettings.key, rowKey));
    const { data } = kept.safeParse(row?.value);
    const isRight = data && new Date(data.expiresAt) > clock.now() && isSame(data.hash, hashToken(plain(code)));
    if (!isRight) throw new DomainError("invalid", wrongCode, { field: "code" });
    await tx.delete(siteSettings).where(eq(siteSettings.key, rowKey));
    return makeAdminIn(tx, ctx, { email: settings.adminEmail, fullName });
  });
  noteAdmin(ctx, made);
  return { path: made.link.slice(settings.siteUrl.length) };
}

const plain = (code: string): string => code.replace(/[^0-9a-f]/gi, "").toLowerCase();

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
