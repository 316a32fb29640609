import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { ZodType } from "zod";
import type { conflictOf } from "~/lib/forms/conflict";
import { plainFields } from "./plain-fields.server";
import { errorToast, type Toast } from "~/lib/toast";

/** Reads a posted form by its schema. Throws a 400 if the request's body is no form of the site. */
export async function readForm<Schema extends ZodType>(request: Request, schema: Schema) {
  return parseForm(await readFields(request), schema);
}

/** Reads the fields of a form with several buttons. Throws a 400 as `readForm` does. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  // Forms with files are read by `readUpload`, as they arrive.
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") throw notAForm();
  return requirePlain(new URLSearchParams(await request.text()));
}

/** Parses fields by a schema; nothing else may call the form library. Throws a 400 for unknown fields. */
export const parseForm = <Schema extends ZodType>(fields: Fields, schema: Schema) =>
  parseWithZod(requirePlain(fields), { schema });

type Fields = Iterable<[string, unknown]>;

function requirePlain(fields: Fields): URLSearchParams {
  const plain = plainFields(fields);
  if (!plain) throw notAForm();
  return plain;
}

const notAForm = () => new Response("Not a form", { status: 400 });

/** Never sent back to the browser. */
const secrets = ["password", "currentPassword", "newPassword", "confirmPassword", "code"];

type Submitted = {
  reply(options: {
    formErrors?: string[];
    fieldErrors?: Record<string, string[]>;
    hideFields: string[];
  }): SubmissionResult<string[]>;
};
type Refusal = {
  status: number;
  toast?: Toast | null;
  /** By field name. */
  errors?: Record<string, string[]>;
  /** Set if another user has saved meanwhile. */
  conflict?: ReturnType<typeof conflictOf>;
  retryAfterSeconds?: number | undefined;
  /** Fields with names of secrets that are none. */
  shown?: string[];
};

/** Returns a refused form with its errors and everything typed except secrets. */
export function refuse(submission: Submitted, refusal: Refusal = { status: 422 }) {
  const { status, toast = null, errors = {}, conflict, retryAfterSeconds, shown = [] } = refusal;
  const hideFields = secrets.filter((name) => !shown.includes(name));
  const wrong = toast?.title ?? (conflict && "Changed meanwhile");
  const isNew = wrong !== undefined || Object.keys(errors).length > 0;
  const told = isNew ? { formErrors: wrong ? [wrong] : [], fieldErrors: errors } : {};
  const reply = submission.reply({ ...told, hideFields });
  if (conflict) reply.initialValue = { ...reply.initialValue, ...conflict.filled };
  return data({ reply, toast, conflict: conflict?.notice }, { status, headers: retryAfter(retryAfterSeconds) });
}

/** Returns a Retry-After header; none if the time is unknown. */
export const retryAfter = (seconds: number | undefined): HeadersInit =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

type RefusedCall = {
  status: number;
  message: string;
  field: string | undefined;
  retryAfterSeconds: number | undefined;
};

/** Shows a refusal beside its field, or else under the form's title. */
export function refuseCall(submission: Submitted, refused: RefusedCall, title: string) {
  const { field, message } = refused;
  if (field) return refuse(submission, { ...refused, errors: { [field]: [message] } });
  return refuse(submission, { ...refused, toast: errorToast(title, message) });
}
