import { type Pass, passes } from "@db/schema";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { requirePresent } from "../../core/errors";
import { purchaseReceiptPath } from "../../core/paths";
import { printCredits } from "../../platform/money/print-order";
import { readBalances, readFree } from "./balance";
import { describeBalance, describeTerms, readCategoryNames } from "./describe-pass";
import { readEntries } from "./read-entries";
import { type PassState, passState } from "./use-pass";

/** A pass as its holder sees it. */
export type MyPass = {
  id: string;
  title: string;
  balance: string;
  /** What open offers of waitlists hold of it. */
  held: string | null;
  terms: string[];
  state: PassState;
  history: { on: string; text: string }[];
  receiptPath: string;
};

/** Selects the passes of a member, without those that a membership grants. */
export const isOwnPass = (user: { id: string }) => and(eq(passes.userId, user.id), isNull(passes.membershipId));

/** Lists the passes of a member, those that can be used first. */
export async function listMyPasses(ctx: MemberContext): Promise<MyPass[]> {
  const rows = await ctx.db.select().from(passes).where(isOwnPass(ctx.user)).orderBy(desc(passes.createdAt));
  const mine = await showPasses(ctx, rows);
  return mine.sort((a, b) => Number(b.state === "usable") - Number(a.state === "usable"));
}

/** A pass with what is left on it. */
type PassBalance = Pick<MyPass, "id" | "title" | "balance">;

/** Lists what is left on the passes that a member can use, without their histories. */
export async function listBalances({ db, user, clock, settings }: MemberContext): Promise<PassBalance[]> {
  const rows = await db.select().from(passes).where(isOwnPass(user)).orderBy(desc(passes.createdAt));
  const balances = await readBalances(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((pass) => {
    const left = balances.get(pass.id) ?? 0;
    if (passState(pass, left, clock.now()) !== "usable") return [];
    return {
      id: pass.id,
      title: pass.title,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
    };
  });
}

/** Returns passes as their holders see them. */
export async function showPasses(ctx: Context, rows: Pass[]): Promise<MyPass[]> {
  if (rows.length === 0) return [];
  const { db, clock, settings } = ctx;
  const ids = rows.map(({ id }) => id);
  const [balances, free, names, histories] = await Promise.all([
    readBalances(db, ids),
    readFree(db, ids),
    readCategoryNames(db, rows),
    readHistories(ctx, ids),
  ]);
  return rows.map((pass) => {
    const left = balances.get(pass.id) ?? 0;
    return {
      id: pass.id,
      title: pass.title,
      balance: describeBalance(pass, { left, timeZone: settings.siteTimeZone }),
      held: heldText(left - (free.get(pass.id) ?? 0)),
      terms: describeTerms(pass, names),
      state: passState(pass, left, clock.now()),
      history: histories.get(pass.id) ?? [],
      receiptPath: purchaseReceiptPath(requirePresent(pass.purchaseId, "purchase of a pass")),
    };
  });
}

const heldText = (held: number): string | null =>
  held > 0
    ? `${printCredits(held)} of them ${held === 1 ? "is" : "are"} held for a place that you were offered.`
    : null;

const texts = {
  granted: "Bought",
  taken: "Booked",
  returned: "Given back",
  expired: "Not used in time",
  adjusted: "Corrected",
  refunded: "Refunded",
};

async function readHistories({ db, visitor }: Context, ids: string[]) {
  const histories = new Map<string, MyPass["history"]>();
  for (const { entry, session } of await readEntries(db, ids)) {
    const amount = printCredits(Math.abs(entry.amount));
    const about = [session?.title, entry.reason].filter(Boolean).map((text) => `: ${text}`);
    const line = {
      on: dayOf(entry.createdAt, visitor.timeZone),
      text: `${texts[entry.kind]}, ${amount}${about.join("")}`,
    };
    histories.set(entry.passId, [...(histories.get(entry.passId) ?? []), line]);
  }
  return histories;
}
