import type { Queryable } from "@db/client";
import { withdrawalRequests } from "@db/schema";
import { desc, eq, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf, longDay, printInstant } from "../../core/dates";
import { normalEmail, shownEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { pageLength, pageOf } from "../../core/pagination";
import { referenceOf, referencesIn } from "../../core/reference";
import { leftOf, listPaid } from "../paid-payments";
import { payableOf } from "../payable";
import { type Contract, type ContractKindName, contractKinds, findContracts } from "./contract";
import type { WithdrawalRequest } from "./mails";
import { endOfPeriod, lastMomentOf } from "./period";
import { rightOf } from "./right";
import type { ContractDetails, ListedWithdrawal, WithdrawalDetails, WithdrawalList } from "./schemas";
import { printWaiver } from "./waiver";

const isOpen = eq(withdrawalRequests.status, "received");

/** Counts the requests that wait for the instructor. */
export const countOpenWithdrawals = (db: Queryable): Promise<number> => db.$count(withdrawalRequests, isOpen);

/** Lists those first that wait for the instructor, then the newest. */
export async function listWithdrawals(ctx: Context, { page: wanted }: { page: number }): Promise<WithdrawalList> {
  const { page, offset } = pageOf(wanted, await ctx.db.$count(withdrawalRequests));
  const rows = await ctx.db
    .select()
    .from(withdrawalRequests)
    .orderBy(desc(sql`${isOpen}`), desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(pageLength)
    .offset(offset);
  return { withdrawals: rows.map((request) => printRequest(ctx, request)), page };
}

const printRequest = ({ settings }: Context, { id, name, contract, status, createdAt }: WithdrawalRequest) => ({
  id,
  name,
  contract,
  status,
  receivedAt: dayOf(createdAt, settings.siteTimeZone),
});

/** Returns a request with what it may be about, and what applies to each. Throws not_found. */
export async function getWithdrawal(ctx: Context, { id }: { id: string }): Promise<WithdrawalDetails> {
  const [request] = await ctx.db.select().from(withdrawalRequests).where(eq(withdrawalRequests.id, id));
  if (!request) throw new DomainError("not_found", "Withdrawal not found");
  const { siteTimeZone: timeZone } = ctx.settings;
  const references = referencesIn(request.contract);
  const found = await findContracts(ctx, { email: normalEmail(request.email), references });
  const kind = contractKinds.find((known) => known === request.contractKind);
  return {
    ...(printRequest(ctx, request) satisfies ListedWithdrawal),
    receivedAt: printInstant(request.createdAt, timeZone),
    reference: referenceOf(request),
    email: shownEmail(request.email),
    decidedAt: request.decidedAt && printInstant(request.decidedAt, timeZone),
    declineReason: request.declineReason,
    refundedOrder: kind && request.contractId ? orderOf(kind, request.contractId) : null,
    timeZone,
    contracts: await Promise.all(nearestFirst(found, references).map((contract) => describe(ctx, contract, request))),
  };
}

const orderOf = (kind: ContractKindName, id: string) => ({ kind, id, reference: referenceOf({ id }) });

/** Those whose reference was typed come first, then those from which someone may withdraw. */
function nearestFirst(contracts: Contract[], references: string[]): Contract[] {
  const rank = (contract: Contract) =>
    (references.includes(referenceOf(contract)) ? 0 : 2) + (contract.isExempt ? 1 : 0);
  return contracts.toSorted((a, b) => rank(a) - rank(b));
}

async function describe(ctx: Context, contract: Contract, request: WithdrawalRequest): Promise<ContractDetails> {
  const { siteTimeZone: timeZone } = ctx.settings;
  const { kind, id, title, customer, madeAt, total, status, toldAt } = contract;
  const paid = await listPaid(ctx.db, contract);
  const unused = await payableOf(ctx, contract).readUnused?.(ctx.db, ctx, id);
  const leftMinor = Math.min(
    paid.reduce((sum, part) => sum + leftOf(part), 0),
    unused?.amountMinor ?? Number.MAX_SAFE_INTEGER,
  );
  const returnedMinor = paid.reduce((sum, part) => sum + part.returnedMinor + part.returningMinor, 0);
  return {
    kind,
    id,
    title,
    status,
    reference: referenceOf(contract),
    customer: { name: customer.name, email: shownEmail(customer.email) },
    isSameAddress: normalEmail(customer.email) === normalEmail(request.email),
    madeOn: printInstant(madeAt, timeZone),
    lastDay: longDay(lastMomentOf(endOfPeriod(madeAt, timeZone)), timeZone),
    price: formatAmount(total),
    right: rightOf(contract, request.createdAt, timeZone),
    waiver: printWaiver(contract, ctx.settings),
    isTold: toldAt !== null,
    left: leftMinor > 0 && !contract.isExempt ? formatAmount({ ...total, amountMinor: leftMinor }) : null,
    isRefunded: leftMinor === 0 && returnedMinor > 0,
  };
}
