import { sql } from "drizzle-orm";
import type { Database, Queryable } from "@db/client";
import { ApiError } from "./api-error";

export type Answer = { status: number; body: unknown };

type KeyedRequest = {
  key: string | null;
  requestId: string;
  endpoint: string;
  parameters: string;
};

export type KeyedAnswer = Answer & { originalRequest?: string };

/** Then the process that holds a key counts as dead, and the next request takes over. */
const lockSeconds = 30;

/** Runs `work` once per key. A repeated key gets the same answer; other parameters are refused. */
export async function answerOnce(
  db: Database,
  request: KeyedRequest,
  work: (tx: Queryable) => Promise<Answer>,
): Promise<KeyedAnswer> {
  const { key } = request;
  if (key === null) return db.transaction(work);
  const earlier = await claimKey(db, key, request);
  if (earlier) return earlier;
  try {
    return await db.transaction(async (tx) => {
      const answer = await work(tx);
      await keepAnswer(tx, key, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof ApiError && error.isSaved) await keepAnswer(db, key, error);
    else await db.execute(sql`delete from local_stripe.idempotency_keys where key = ${key}`);
    throw error;
  }
}

async function claimKey(db: Database, key: string, request: KeyedRequest): Promise<KeyedAnswer | undefined> {
  const { rows } = await db.execute(sql`
    insert into local_stripe.idempotency_keys as known (key, endpoint, parameters, request_id, locked_until)
    values (${key}, ${request.endpoint}, ${request.parameters}, ${request.requestId},
      now() + ${lockSeconds}::integer * interval '1 second')
    on conflict (key) do update set
      endpoint = excluded.endpoint, parameters = excluded.parameters, request_id = excluded.request_id,
      locked_until = excluded.locked_until, status = null, answer = null, created_at = now()
    where known.created_at < now() - interval '24 hours' or (known.status is null and known.locked_until < now())
    returning key`);
  return rows.length > 0 ? undefined : earlierAnswer(db, key, request);
}

type KnownKey = { endpoint: string; parameters: string; requestId: string; status: number | null; answer: string };

async function earlierAnswer(db: Database, key: string, request: KeyedRequest): Promise<KeyedAnswer> {
  const { rows } = await db.execute<KnownKey>(sql`
    select endpoint, parameters, request_id as "requestId", status, answer
    from local_stripe.idempotency_keys where key = ${key}`);
  const [known] = rows;
  // The first request was just refused, and its key removed.
  if (!known) throw inUse(key);
  const wayOut = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (known.endpoint !== request.endpoint) {
    const both = `('${known.endpoint}' vs '${request.endpoint}')`;
    throw mismatch(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ${both}. ${wayOut}`,
    );
  }
  if (known.parameters !== request.parameters) {
    throw mismatch(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${wayOut}`,
    );
  }
  if (known.status === null) throw inUse(key);
  return { status: known.status, body: JSON.parse(known.answer), originalRequest: known.requestId };
}

async function keepAnswer(db: Queryable, key: string, { status, body }: Answer): Promise<void> {
  await db.execute(sql`
    update local_stripe.idempotency_keys set status = ${status}, answer = ${JSON.stringify(body)} where key = ${key}`);
}

function mismatch(message: string): ApiError {
  return new ApiError(message, { type: "idempotency_error" });
}

function inUse(key: string): ApiError {
  return new ApiError(
    `There is currently another in-progress request using this Stripe Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { status: 409, type: "idempotency_error", code: "idempotency_key_in_use" },
  );
}
