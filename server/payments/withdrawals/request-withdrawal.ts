import { randomUUID } from "node:crypto";
import { withdrawalRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { printInstant } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { formDigest } from "../../core/forms";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { countAttempt, networkOf } from "../../core/rate-limits";
import { referenceOf } from "../../core/reference";
import { contractKinds } from "./contract";
import { mailReceived } from "./mails";
import type { ConfirmedWithdrawal } from "./schemas";

export type WithdrawalPage = Awaited<ReturnType<typeof getWithdrawalPage>>;

/** Returns what the page shows: the form, or the rule that applies instead of it. */
export async function getWithdrawalPage(ctx: Context) {
  const { withdrawal, isCancellingOn, cancelWindowHours } = await readSiteSettings(ctx);
  return {
    isOffered: withdrawal.isOn && (await isAnythingSold(ctx)),
    whyNot: withdrawal.isOn ? null : withdrawal.reason,
    cancelling: { isOn: isCancellingOn, hours: cancelWindowHours },
    person: { name: ctx.user?.fullName ?? "", email: ctx.user?.email ?? "" },
    formKey: randomUUID(),
  };
}

/** The longest time in which someone who was not told of the right may withdraw. */
const longestPeriod = { months: 12, days: 17 };

async function isAnythingSold(services: Services): Promise<boolean> {
  const since = DateTime.fromJSDate(services.clock.now()).minus(longestPeriod).toJSDate();
  const sold = await Promise.all(contractKinds.map((kind) => services.hooks.contracts[kind].isSold(services, since)));
  return sold.includes(true);
}

/**
 * Stores a withdrawal, mails its receipt and tells the instructor; once for the same form. Looks for no contract, so that
 * answer and time are the same for every visitor. Throws closed (not offered), rate_limited.
 */
export async function withdraw(ctx: Context, { formKey, ...typed }: ConfirmedWithdrawal): Promise<{ id: string }> {
  if (!(await getWithdrawalPage(ctx)).isOffered) {
    throw new DomainError("closed", "Withdrawing is not offered here any more. Please write to me.");
  }
  await countAttempt(ctx, "withdrawal from address", networkOf(ctx.visitor.address));
  await countAttempt(ctx, "withdrawal to address", normalEmail(typed.email));
  const digest = formDigest(ctx, { procedure: "withdraw", formKey, input: typed });
  return inTransaction(ctx, async (tx) => {
    const [request] = await tx
      .insert(withdrawalRequests)
      .values({ ...typed, digest, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: withdrawalRequests.digest })
      .returning();
    if (request) await mailReceived(tx, ctx, request);
    return (
      request ?? requireRequest(await tx.select().from(withdrawalRequests).where(eq(withdrawalRequests.digest, digest)))
    );
  });
}

function requireRequest<Row>([request]: Row[]): Row {
  if (!request) throw new DomainError("not_found", "Withdrawal not found");
  return request;
}

/** Returns nothing personal, as the id is all that is needed. Throws not_found. */
export async function getReceived({ db, settings }: Context, { id }: { id: string }) {
  const request = requireRequest(await db.select().from(withdrawalRequests).where(eq(withdrawalRequests.id, id)));
  return { reference: referenceOf(request), receivedAt: printInstant(request.createdAt, settings.siteTimeZone) };
}
