import type { Transaction } from "@db/client";
import { calendarAccounts, calendarCopies, calendarSources } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { audit } from "../../core/record-audit";
import { withTableLock } from "../../core/transaction";
import { refreshSource, testDeadlineMs } from "./busy-times";

import { openAddress, sealAddress, sealLogin } from "./calendar-secrets";
import { enqueueWriting } from "./compare-calendar";
import { isOfAccount, leaveAccount } from "./empty-calendar";
import { failureOf, sayFailure } from "./failures";
import { findCalendars, type FoundCalendar } from "./find-calendars";
import type { CalendarChoice, Disconnecting, TypedAccount } from "./schemas";

const maxCalendars = 100;
const accounts = { table: calendarAccounts, name: "your calendars" };

/**
 * Signs in to a CalDAV server and keeps the account with the calendars found there, in place of another one. None of them
 * is used before it is chosen; those that were, and are still there, stay chosen. Throws invalid.
 */
export async function connectAccount(ctx: MemberContext, { formKey, ...login }: TypedAccount): Promise<void> {
  const signal = AbortSignal.timeout(testDeadlineMs);
  const { settings, calendarReader } = ctx;
  const found = await findCalendars({ settings, calendarReader, login, signal }).catch((error: unknown) => {
    const failure = failureOf(error);
    throw new DomainError("invalid", sayFailure(failure), { field: failure === "sign_in" ? "password" : "server" });
  });
  if (found.length === 0)
    throw new DomainError("invalid", "There is no calendar in this account.", { field: "server" });
  await withTableLock(ctx, accounts, async (tx) => {
    const known = await tx.select().from(calendarAccounts);
    const left = known.find(({ leftAt }) => leftAt !== null);
    if (left) {
      const message = `Your sessions are still being removed from ${left.host}. Please try again in a few minutes.`;
      throw new DomainError("invalid", message, { field: "server" });
    }
    const [current] = known;
    const id = current?.id ?? formKey;
    const row = { host: new URL(login.server).host, sealedLogin: sealLogin(settings, { id }, login) };
    const kept = { ...row, failingSince: null, failure: null };
    if (current) await tx.update(calendarAccounts).set(kept).where(eq(calendarAccounts.id, id));
    else await tx.insert(calendarAccounts).values({ id, ...row });
    await replaceCalendars(tx, ctx, id, found.slice(0, maxCalendars));
    await audit(tx, ctx, "settings.changed", "calendar", { connected: row.host });
  });
}

async function replaceCalendars(
  tx: Transaction,
  { settings, clock }: MemberContext,
  accountId: string,
  found: FoundCalendar[],
) {
  const known = await tx.select().from(calendarSources).where(eq(calendarSources.accountId, accountId));
  const byAddress = new Map(known.map((source) => [addressOf(settings, source), source]));
  const gone = known.filter((source) => !found.some(({ address }) => byAddress.get(address) === source));
  await tx.delete(calendarSources).where(
    inArray(
      calendarSources.id,
      gone.map(({ id }) => id),
    ),
  );
  for (const { address, name } of found) {
    if (byAddress.has(address)) continue;
    const id = crypto.randomUUID();
    await tx.insert(calendarSources).values({
      id,
      accountId,
      name,
      host: new URL(address).host,
      isRead: false,
      createdAt: clock.now(),
      sealedAddress: sealAddress(settings, { id }, address),
    });
  }
}

function addressOf(settings: MemberContext["settings"], source: typeof calendarSources.$inferSelect): string {
  try {
    return openAddress(settings, source);
  } catch {
    return "";
  }
}

/**
 * Chooses which of the account's calendars take times away, and which one sessions are written into. All sessions ahead are
 * written there; what lies in another one stays. Throws invalid for a calendar that is not the account's.
 */
export async function chooseCalendars(ctx: MemberContext, { read, written }: CalendarChoice): Promise<void> {
  const { id, accountId, isRead, isWritten } = calendarSources;
  const changed = await withTableLock(ctx, accounts, async (tx) => {
    const own = await tx.select().from(calendarSources).where(isNotNull(accountId));
    if ([...read, ...(written ? [written] : [])].some((chosen) => !own.some((source) => source.id === chosen))) {
      throw new DomainError("invalid", "This calendar is no longer in your account. Choose again.");
    }
    await tx.update(calendarSources).set({ isRead: false }).where(isNotNull(accountId));
    await tx.update(calendarSources).set({ isRead: true }).where(inArray(id, read));
    const before = own.find((source) => source.isWritten)?.id ?? null;
    if (before !== written) {
      await tx.update(calendarSources).set({ isWritten: false }).where(eq(isWritten, true));
      if (written) {
        await tx.update(calendarSources).set({ isWritten: true }).where(eq(id, written));
        await enqueueWriting(tx, ctx.clock.now());
      }
    }
    const names = own.filter(
      (source) => read.includes(source.id) !== source.isRead || (source.id === written) !== source.isWritten,
    );
    if (names.length > 0)
      await audit(tx, ctx, "settings.changed", "calendar", { chosen: names.map(({ name }) => name) });
    return own.filter((source) => read.includes(source.id) && !source.isRead).map((source) => source.id);
  });
  const started = await ctx.db
    .select({ id })
    .from(calendarSources)
    .where(and(inArray(id, changed), eq(isRead, true)));
  await Promise.all(started.map((source) => refreshSource(ctx, source.id)));
}

/**
 * Forgets the account and what was read there. What was written stays in its calendar, unless a job is to remove it, which
 * forgets the account then. Repeating it changes nothing.
 */
export async function disconnectAccount(ctx: MemberContext, { removesSessions }: Disconnecting): Promise<void> {
  await withTableLock(ctx, accounts, async (tx) => {
    const [account] = await tx.select().from(calendarAccounts).where(isNull(calendarAccounts.leftAt));
    if (!account) return;
    const { id, host } = account;
    if (removesSessions && (await tx.$count(calendarCopies, isOfAccount(tx, id))) > 0) {
      await leaveAccount(tx, id, ctx.clock.now());
    } else await tx.delete(calendarAccounts).where(eq(calendarAccounts.id, id));
    await audit(tx, ctx, "settings.changed", "calendar", { disconnected: host });
  });
}
