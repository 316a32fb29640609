import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { DomainError, refusals } from "@server/core/errors";
import { parseMinor } from "@server/platform/money/convert-price";
import { receiveCsv } from "@server/office/imports/receive-csv";
import type { MediaKind } from "@server/platform/media/media-kinds";
import { type ReceivedForm, receiveUpload } from "@server/platform/media/receive-upload";
import type { ZodType } from "zod";
import type { conflictOf } from "~/lib/forms/conflict";
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

/** Fields that are never sent back to the browser. */
const secrets = ["password", "currentPassword", "newPassword", "confirmPassword", "code"];

type SubmittedForm = {
  reply(options: {
    formErrors?: string[];
    fieldErrors?: Record<string, string[]>;
    hideFields: string[];
  }): SubmissionResult<string[]>;
};
type Refusal = {
  status: number;
  toast?: Toast | null;
  errors?: Record<string, string[]>;
  conflict?: ReturnType<typeof conflictOf>;
  /** What replaces typed fields, such as the version of what the form shows from now on. */
  filled?: Record<string, string>;
  retryAfterSeconds?: number | undefined;
  /** Fields with names of secrets that are none. */
  shown?: string[];
};

/** Returns a refused form with its errors and everything typed except secrets. */
export function refuse(submission: SubmittedForm, refusal: Refusal = { status: 422 }) {
  const { status, toast = null, errors = {}, conflict, filled, retryAfterSeconds, shown = [] } = refusal;
  const hideFields = secrets.filter((name) => !shown.includes(name));
  const wrong = toast?.title ?? (conflict && "Changed since you opened it");
  const isNew = wrong !== undefined || Object.keys(errors).length > 0;
  const newErrors = isNew ? { formErrors: wrong ? [wrong] : [], fieldErrors: errors } : {};
  const reply = submission.reply({ ...newErrors, hideFields });
  if (conflict) reply.initialValue = { ...reply.initialValue, ...conflict.filled };
  if (filled) reply.initialValue = { ...reply.initialValue, ...filled };
  return data({ reply, toast, conflict: conflict?.notice }, { status, headers: retryAfter(retryAfterSeconds) });
}

export const retryAfter = (seconds: number | undefined): HeadersInit =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

type RefusedCall = {
  status: number;
  message: string;
  field: string | undefined;
  retryAfterSeconds: number | undefined;
};

/** Shows a refusal beside its field, or else under the form's title. */
export function refuseCall(submission: SubmittedForm, refused: RefusedCall, title: string) {
  const { field, message } = refused;
  if (field) return refuse(submission, { ...refused, errors: { [field]: [message] } });
  return refuse(submission, { ...refused, toast: errorToast(title, message) });
}

/** Every form of the site has fewer fields. */
const maxFields = 200;
/** Checkboxes and hidden inputs of one name come in pairs at most. */
const maxPerName = 5;
const fieldName = /^[A-Za-z][\w-]{0,63}$/;
/** The form library would take these fields as instructions. */
const libraryFields = new Set(["__intent__", "__state__"]);

/** Returns null for fields of no form: brackets, dots and repeated names make the form library exhaust memory. */
export function plainFields(posted: Fields): URLSearchParams | null {
  const fields = new URLSearchParams();
  const counts = new Map<string, number>();
  let total = 0;
  for (const [name, value] of posted) {
    const count = (counts.get(name) ?? 0) + 1;
    total += 1;
    if (total > maxFields || count > maxPerName || typeof value !== "string") return null;
    counts.set(name, count);
    if (libraryFields.has(name)) continue;
    if (!fieldName.test(name) || name in Object.prototype) return null;
    fields.append(name, value);
  }
  return fields;
}

/** Reads a posted form and stores its files as they arrive. `kinds` names the file fields. Throws a Response. */
export async function readUpload(
  args: ActionFunctionArgs,
  kinds: Record<string, MediaKind>,
  maxFieldBytes?: number,
): Promise<ReceivedForm> {
  const { services, auth } = args.context;
  try {
    return await receiveUpload(services, auth.user, args.request, kinds, maxFieldBytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(error.message, { status: refusals[error.code].status });
  }
}

/** Reads a posted form with a CSV file, which is not stored. Throws a Response. */
export async function readCsvForm({ request, context }: ActionFunctionArgs) {
  try {
    return await receiveCsv(context.auth.user, request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Response(error.message, { status: refusals[error.code].status });
  }
}

/** Returns the amount of an optional field that its schema has checked, in minor units; null if it was left empty. */
export const paidMinorOf = (typed: string): number | null => (typed === "" ? null : parseMinor(typed));
