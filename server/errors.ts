/** What a verb may refuse with. Each code has one HTTP status and one tRPC code, below. */
export type DomainErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "closed"
  | "sold_out"
  | "price_changed"
  | "busy"
  | "payment_provider_failed";

/** An expected refusal, with a message that is safe to show; `details` is what the form needs to go on. */
export class DomainError extends Error {
  override name = "DomainError";

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** The one table from a refusal to HTTP and to tRPC. */
export const refusals = {
  invalid: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  unauthenticated: { status: 401, trpc: "UNAUTHORIZED" },
  forbidden: { status: 403, trpc: "FORBIDDEN" },
  not_found: { status: 404, trpc: "NOT_FOUND" },
  closed: { status: 409, trpc: "CONFLICT" },
  sold_out: { status: 409, trpc: "CONFLICT" },
  price_changed: { status: 409, trpc: "CONFLICT" },
  busy: { status: 503, trpc: "SERVICE_UNAVAILABLE" },
  payment_provider_failed: { status: 502, trpc: "BAD_GATEWAY" },
} as const satisfies Record<DomainErrorCode, { status: number; trpc: string }>;

/** The process can't start as it is set up; the message is one line for whoever started it. */
export class StartError extends Error {
  override name = "StartError";
}
