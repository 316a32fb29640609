import { sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { firstInLine, type Entry } from "../entries";
import { lockInLine } from "./require-in-line";

type Wish = { id: string; direction: "up" | "down" };

/**
 * Lets somebody who waits change places with the one before or behind her. Does nothing at the ends of the line and
 * for whoever has an offer. Throws not_found.
 */
export async function moveInLine(ctx: MemberContext, { id, direction }: Wish): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { session, entry } = await lockInLine(tx, id);
    if (entry.status !== "waiting") return;
    const line = await firstInLine(tx, session.id, null);
    const at = line.findIndex((waiting) => waiting.id === id);
    const first = direction === "up" ? at - 1 : at;
    if (first < 0 || first + 1 >= line.length) return;
    await rejoin(tx, [line[first + 1]!, line[first]!, ...line.slice(first + 2)]);
    const subject = { subjectType: "waitlist_entry" as const, subjectId: id, details: { direction } };
    await recordAudit(tx, { actorId: ctx.user.id, action: "waitlist_entry.moved", ...subject }, ctx.clock.now());
  });
}

/** Numbers are the database's to give, so all from the first that moves on are given new ones, in their new order. */
async function rejoin(tx: Transaction, entries: Entry[]): Promise<void> {
  for (const { id } of entries) {
    await tx.execute(sql`update ${sessionWaitlist} set queue_number = default where id = ${id}`);
  }
}
