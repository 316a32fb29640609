import { outboxEmails } from "@db/schema";
import { countFailedJobs } from "../failed-jobs";
import { whereMailIs } from "../../mail/mail-status";
import { countOrders } from "../../orders/find-orders";
import { countOwnProblems } from "../../payments/ledger/compare-books";
import { sumOwedByHand } from "../../payments/outside-payments";
import { formatAmount } from "../../core/money";
import type { MemberContext } from "../../core/context";
import { findDisputes, findWaitlists } from "./find-waiting";
import { findToday } from "./find-today";
import type { Office } from "../../members/schemas";

export async function getOffice(ctx: MemberContext): Promise<Office> {
  const { db, clock, visitor } = ctx;
  const pending = { tab: "", search: "", status: "pending", from: "", until: "" } as const;
  const [today, disputes, waitlists, orders, owed, unexplained, failedMails, unarrivedMails, failedJobs] =
    await Promise.all([
      findToday(ctx),
      findDisputes(ctx),
      findWaitlists(ctx),
      countOrders(db, { filter: pending, timeZone: visitor.timeZone }),
      sumOwedByHand(db),
      countOwnProblems(db, clock.now()),
      db.$count(outboxEmails, whereMailIs("failed")),
      db.$count(outboxEmails, whereMailIs("unarrived")),
      countFailedJobs(db),
    ]);
  return {
    today,
    waiting: {
      disputes,
      pendingOrders: orders.sessions + orders.recordings,
      waitlists,
      owedByHand: { orders: owed.orders, amount: owed.amounts.map(formatAmount).join(" and ") },
      unexplained,
      failedMails,
      unarrivedMails,
      failedJobs,
    },
  };
}
