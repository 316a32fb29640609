type ApiErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

type Details = {
  status?: number;
  type?: ApiErrorType;
  code?: string;
  param?: string;
  declineCode?: string;
  /** Whether the error is stored under the idempotency key; false if the request was never carried out. */
  isSaved?: boolean;
};

export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly isSaved: boolean;

  constructor(
    message: string,
    private readonly details: Details = {},
  ) {
    super(message);
    this.status = details.status ?? 400;
    this.isSaved = details.isSaved ?? true;
  }

  get body(): { error: Record<string, string> } {
    const { type = "invalid_request_error", code, param, declineCode } = this.details;
    return {
      error: {
        ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }),
        ...(declineCode && { decline_code: declineCode }),
        message: this.message,
        ...(param && { param }),
        type,
      },
    };
  }
}

export function noSuchObject(kind: string, id: string, param = "id"): ApiError {
  const name = kind === "checkout.session" ? "checkout.session" : kind;
  return new ApiError(`No such ${name}: '${id}'`, { status: 404, code: "resource_missing", param });
}

export function unknownUrl(method: string, path: string): ApiError {
  const hint = path.endsWith("/")
    ? " If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code."
    : "";
  return new ApiError(
    `Unrecognized request URL (${method}: ${path}).${hint} Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    { status: 404, isSaved: false },
  );
}

export function missingKey(): ApiError {
  return new ApiError(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    { status: 401, isSaved: false },
  );
}

export function wrongKey(key: string): ApiError {
  const hidden = key.slice(8, -4).replaceAll(/./g, "*");
  return new ApiError(`Invalid API Key provided: ${key.slice(0, 8)}${hidden}${key.slice(8).slice(-4)}`, {
    status: 401,
    isSaved: false,
  });
}

export function unknownVersion(version: string): ApiError {
  return new ApiError(`Invalid Stripe API version: ${version}`, { isSaved: false });
}

export function wrongKeyLength(length: number): ApiError {
  return new ApiError(
    `Idempotent key length is ${length}, which is outside accepted lengths. Idempotent Keys must be 1-255 characters long. If you're looking for a decent generator, try using a UUID defined by IETF RFC 4122.`,
    { isSaved: false },
  );
}

export function badKeyLetters(): ApiError {
  return new ApiError("Idempotent keys must be of printable ASCII letters.", { isSaved: false });
}

export function badParameter(message: string, param: string, code?: string): ApiError {
  return new ApiError(message, { param, ...(code && { code }), isSaved: false });
}

export function unknownError(): ApiError {
  return new ApiError("An unknown error occurred.", { status: 500, type: "api_error", isSaved: false });
}
