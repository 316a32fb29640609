import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { ApiError } from "./api-error";
import type { Operation } from "./api-routes";
import type { Form } from "./parameters";
import { findPayer, type Payer } from "./store";

/** `email` or `sessionId` limits the fault to one customer. */
export type Fault = {
  operation: Operation | "*";
  email?: string | undefined;
  sessionId?: string | undefined;
  /** The number of times, which defaults to 1. */
  times?: number | undefined;
  /** A 500 is stored under the idempotency key, as by the real API; 429, 502, 503 and 504 are not. */
  status?: number | undefined;
  /** The parameter that a refusal names. */
  param?: string | undefined;
  drop?: boolean | undefined;
  withoutUrl?: boolean | undefined;
  /** The work is done; only its answer is lost or replaced. */
  afterEffect?: boolean | undefined;
};

export type FaultEffect = Pick<Fault, "status" | "param" | "drop" | "withoutUrl" | "afterEffect">;

export async function addFault(db: Queryable, fault: Fault): Promise<void> {
  const { operation, email, sessionId, times = 1, status, param, drop, withoutUrl, afterEffect } = fault;
  const effect: FaultEffect = { status, param, drop, withoutUrl, afterEffect };
  await db.execute(sql`
    insert into local_stripe.faults (operation, email, session_id, remaining, effect)
    values (${operation}, ${email?.toLowerCase() ?? null}, ${sessionId ?? null}, ${times},
      ${JSON.stringify(effect)}::text::jsonb)`);
}

export async function takeFault(db: Queryable, operation: Operation, payer: Payer): Promise<FaultEffect> {
  const { rows } = await db.execute<{ effect: FaultEffect }>(sql`
    update local_stripe.faults set remaining = remaining - 1
    where id = (
      select id from local_stripe.faults
      where remaining > 0 and operation in (${operation}, '*')
        and (email is null or email = ${payer.email})
        and (session_id is null or session_id = ${payer.sessionId})
      order by id limit 1 for update)
    returning effect`);
  return rows[0]?.effect ?? {};
}

/** Returns the payer of a new session, or of the named object. */
export async function payerOfCall(db: Queryable, id: string | undefined, form: Form): Promise<Payer> {
  const names = ["payment_intent", "charge", "customer", "subscription", "from_subscription"];
  const named = [id, ...names.map((name) => form[name])].find((value) => typeof value === "string" && value);
  const payer = typeof named === "string" ? await findPayer(db, named) : undefined;
  const email = form["customer_email"] ?? form["email"];
  return payer ?? { sessionId: "", email: typeof email === "string" ? email.toLowerCase() : "" };
}

/** Returns whether Stripe answers with this status before it reads the idempotency key. */
export const isFromTheEdge = (status: number) => [429, 502, 503, 504].includes(status);

export function faultError(status: number, param?: string): ApiError {
  const isSaved = !isFromTheEdge(status);
  if (status === 402) {
    const code = { code: "card_declined", declineCode: "generic_decline" };
    return new ApiError("Your card was declined.", { status, type: "card_error", ...code, isSaved });
  }
  if (status === 429) {
    return new ApiError("Request rate limit exceeded.", { status, code: "rate_limit", isSaved });
  }
  if (status < 500)
    return new ApiError("The local Stripe was told to refuse this request.", {
      status,
      ...(param && { param }),
      isSaved,
    });
  return new ApiError("An unknown error occurred: the local Stripe was told to fail.", {
    status,
    type: "api_error",
    isSaved,
  });
}
