import { and, eq, isNotNull, lt, or } from "drizzle-orm";
import {
  accountTokens,
  formKeys,
  keptForms,
  knownDevices,
  mailEvents,
  pendingImports,
  rateLimits,
  userSessions,
} from "@db/schema";
import type { Services } from "../../core/services";
import { forgetUnconfirmed } from "../../platform/mail/confirm-consent";

const hour = 3_600_000;
const formKeyDays = 7;

export async function forgetExpired(services: Pick<Services, "db" | "clock">): Promise<void> {
  const { db, clock } = services;
  const due = new Date(clock.now().getTime() - hour);
  const isHalfWay = and(eq(userSessions.isComplete, false), lt(userSessions.createdAt, due));
  // After an hour it signs no one in, but for a day it still leads back to the admin's account.
  const dayAgo = new Date(due.getTime() - 23 * hour);
  const isImpersonation = and(isNotNull(userSessions.impersonatorId), lt(userSessions.createdAt, dayAgo));
  await db.delete(userSessions).where(or(lt(userSessions.expiresAt, due), isHalfWay, isImpersonation));
  await db.delete(knownDevices).where(lt(knownDevices.expiresAt, due));
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, due));
  // Events with an older signature are refused anyway.
  await db.delete(mailEvents).where(lt(mailEvents.receivedAt, dayAgo));
  await db.delete(keptForms).where(lt(keptForms.createdAt, due));
  await db.delete(pendingImports).where(lt(pendingImports.createdAt, due));
  await db.delete(formKeys).where(lt(formKeys.createdAt, new Date(due.getTime() - formKeyDays * 24 * hour)));
  await db.delete(rateLimits).where(lt(rateLimits.expire, due));
  await forgetUnconfirmed(services);
}
