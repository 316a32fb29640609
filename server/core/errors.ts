import { isUnavailable } from "@db/errors";

export type DomainErrorCode =
  | "invalid"
  | "too_large"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "closed"
  | "payment_waiting"
  | "sold_out"
  | "price_changed"
  | "changed_meanwhile"
  | "discount_refused"
  | "health_unconfirmed"
  | "too_many_holds"
  | "busy"
  | "storage_full"
  | "payment_provider_failed"
  | "email_not_verified"
  | "invalid_credentials"
  | "wrong_current_password"
  | "wrong_code"
  | "link_expired"
  | "rate_limited";

/** Why a form can't succeed any more, however it is corrected. */
export const endings = ["full", "held", "closed", "cancelled", "gone"] as const;
export type Ending = (typeof endings)[number];

type RefusalDetails = { cause?: unknown; retryAfterSeconds?: number; field?: string; ending?: Ending };

const busySeconds = 5;

/** An expected refusal; its message is safe to show. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly retryAfterSeconds: number | undefined;
  readonly field: string | undefined;
  readonly ending: Ending | undefined;

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    { retryAfterSeconds, field, ending, ...options }: RefusalDetails = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds ?? (code === "busy" ? busySeconds : undefined);
    this.field = field;
    this.ending = ending;
  }
}

export const refusals = {
  invalid: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE" },
  unauthenticated: { status: 401, trpc: "UNAUTHORIZED" },
  forbidden: { status: 403, trpc: "FORBIDDEN" },
  not_found: { status: 404, trpc: "NOT_FOUND" },
  closed: { status: 409, trpc: "CONFLICT" },
  payment_waiting: { status: 409, trpc: "CONFLICT" },
  sold_out: { status: 409, trpc: "CONFLICT" },
  price_changed: { status: 409, trpc: "CONFLICT" },
  changed_meanwhile: { status: 409, trpc: "CONFLICT" },
  discount_refused: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  health_unconfirmed: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  too_many_holds: { status: 429, trpc: "TOO_MANY_REQUESTS" },
  busy: { status: 503, trpc: "SERVICE_UNAVAILABLE" },
  storage_full: { status: 507, trpc: "SERVICE_UNAVAILABLE" },
  payment_provider_failed: { status: 502, trpc: "BAD_GATEWAY" },
  email_not_verified: { status: 403, trpc: "FORBIDDEN" },
  invalid_credentials: { status: 401, trpc: "UNAUTHORIZED" },
  wrong_current_password: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  wrong_code: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  link_expired: { status: 410, trpc: "NOT_FOUND" },
  rate_limited: { status: 429, trpc: "TOO_MANY_REQUESTS" },
} as const satisfies Record<DomainErrorCode, { status: number; trpc: string }>;

export function requirePresent<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === null || value === undefined) throw new Error(`expected ${expected}`);
  return value;
}

/** Names the form's field in a refusal of what the field holds. Throws invalid, with the field. */
export async function withField<Value>(field: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("invalid", error.message, { field, cause: error });
  }
}

/** Returns the refusal for a temporary failure (lost connection, exhausted pool, lock timeout); null for others. */
export function busyRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error.code === "busy" ? error : null;
  if (!isUnavailable(error)) return null;
  return new DomainError("busy", "The site is busy at the moment. Please try again in a few seconds.", {
    cause: error,
  });
}
