import type { Queryable, Transaction } from "@db/client";
import { userSessions } from "@db/schema";
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { shortMoment } from "../core/dates";
import { sessionEnd } from "./account-sessions";
import { describeBrowser, forgetDevice, forgetDevices } from "./known-devices";
import { mailDevicesEnded } from "./mail-account";
import { holderTransaction, requireHolder } from "./re-authenticate";
import type { endedDevices } from "./schemas";

export type Device = {
  id: string;
  isThisOne: boolean;
  browser: string;
  createdAt: string;
  lastSeenAt: string;
};

type Session = typeof userSessions.$inferSelect;

export async function listDevices(ctx: MemberContext): Promise<Device[]> {
  const { session, visitor } = ctx;
  const devices = (await openSessions(ctx.db, ctx)).map((row) => ({
    id: row.id,
    isThisOne: row.id === session.current?.id,
    browser: describeBrowser(row.userAgent),
    createdAt: shortMoment(row.createdAt, visitor.timeZone),
    lastSeenAt: shortMoment(row.lastSeenAt, visitor.timeZone),
  }));
  return devices.sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

export async function endDevices(
  ctx: MemberContext,
  { device, currentPassword }: z.infer<typeof endedDevices>,
): Promise<{ isSignedOut: boolean }> {
  const checked = await requireHolder(ctx, currentPassword);
  const isSignedOut = await holderTransaction(ctx, checked, async (tx, { account, session }) => {
    const ended = await sessionsToEnd(tx, ctx, device);
    if (ended.length === 0) throw new DomainError("not_found", "This device is already signed out.");
    const ids = ended.map(({ id }) => id);
    await tx.delete(userSessions).where(and(eq(userSessions.userId, account.id), inArray(userSessions.id, ids)));
    await forgetEndedDevices(tx, device, session, ended);
    const { visitor, clock } = ctx;
    const when = { now: clock.now(), timeZone: visitor.timeZone };
    await mailDevicesEnded(tx, ctx, { account, ended, endedFrom: session.userAgent, ...when });
    return ids.includes(session.id);
  });
  const reason = device === "all" || device === "others" ? device : "one";
  logSecurityEvent(ctx, "devices_signed_out", { userId: ctx.user.id, reason });
  if (isSignedOut) await ctx.session.close();
  return { isSignedOut };
}

async function sessionsToEnd(tx: Transaction, ctx: MemberContext, device: string): Promise<Session[]> {
  const open = await openSessions(tx, ctx);
  if (device === "all") return open;
  if (device === "others") return open.filter(({ id }) => id !== ctx.session.current?.id);
  return open.filter(({ id }) => id === device);
}

async function forgetEndedDevices(tx: Transaction, device: string, current: Session, ended: Session[]): Promise<void> {
  if (device === "all") return forgetDevices(tx, current.userId);
  if (device === "others") return forgetDevices(tx, current.userId, current.knownDeviceId);
  for (const { knownDeviceId } of ended) if (knownDeviceId) await forgetDevice(tx, knownDeviceId);
}

async function openSessions(db: Queryable, { clock, user }: MemberContext): Promise<Session[]> {
  const isOwn = and(
    eq(userSessions.userId, user.id),
    eq(userSessions.isComplete, true),
    isNull(userSessions.impersonatorId),
  );
  const rows = await db.select().from(userSessions).where(isOwn).orderBy(desc(userSessions.lastSeenAt));
  return rows.filter((row) => sessionEnd(row, user.role) > clock.now());
}
