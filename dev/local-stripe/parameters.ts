import { z } from "zod";
import { minimumCharge } from "./amounts";
import { type ApiError, badParameter } from "./api-error";

// These messages are keys, which `refusalOf` turns into the real API's wording.
const text = z.string().min(1, "empty");
const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "integer")
  .transform(Number);
const atLeast = (least: number) => integer.refine((value) => value >= least, `at least ${least}`);
const webAddress = text.refine((value) => URL.canParse(value) && /^https?:/.test(value), "url");
const metadata = z
  .record(z.string().max(40, "metadata key"), z.string().max(500, "metadata value"))
  .refine((entries) => Object.keys(entries).length <= 50, "metadata count");

/** Forms encode a list with the keys 0, 1, 2, …; only the schema knows what is a list. */
const list = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === "object" && value ? Object.values(value) : value), z.array(item).min(1));

const property = text.refine((path) => path.split(".").length <= 4, "expand levels");
const expand = { expand: list(property).optional() };
const textUpTo = (most: number) => text.max(most, `at most ${most} characters`);

/** The pieces of which parameters are made. */
export const fields = {
  text,
  textUpTo,
  integer,
  atLeast,
  webAddress,
  metadata,
  list,
  expand,
  email: z.email("email"),
  currency: text.toLowerCase().refine((value) => value in minimumCharge, "currency"),
  /** Written as `true` or `false`. */
  boolean: z.enum(["true", "false"]).transform((value) => value === "true"),
  /** The empty text, which unsets a value. */
  nothing: z.literal("").transform(() => null),
};

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: fields.currency,
    unit_amount: atLeast(0),
    tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
    product_data: z.strictObject({
      name: textUpTo(5000),
      description: textUpTo(40_000).optional(),
      images: list(webAddress).optional(),
      metadata: metadata.optional(),
    }),
  }),
  quantity: atLeast(1),
});

const sessionParameters = z.strictObject({
  // Sessions that start a subscription have parameters of their own.
  mode: z.enum(["payment", "subscription"]),
  ui_mode: z.enum(["hosted_page"]).optional(),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  line_items: list(lineItem),
  customer_email: z.email("email").optional(),
  client_reference_id: text.max(200, "long").optional(),
  expires_at: integer.optional(),
  locale: text.optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay"]).optional(),
  allowed_payment_method_types: list(z.enum(["card"])).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(["false"]) }).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      receipt_email: z.email("email").optional(),
      statement_descriptor: text.max(22, "long").optional(),
      statement_descriptor_suffix: text.max(22, "long").optional(),
    })
    .optional(),
  ...expand,
});
export type SessionParameters = z.output<typeof sessionParameters>;

const refundParameters = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: atLeast(1).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
  ...expand,
});
export type RefundParameters = z.output<typeof refundParameters>;

/** The parameters of a list. */
export const page = {
  limit: integer.refine((value) => value >= 1 && value <= 100, "limit").optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
/** The parameters of a list that can be limited by time. */
const dated = {
  ...page,
  created: z
    .union([
      integer,
      z.strictObject({
        gt: integer.optional(),
        gte: integer.optional(),
        lt: integer.optional(),
        lte: integer.optional(),
      }),
    ])
    .optional(),
};
export type PageParameters = z.output<z.ZodObject<typeof dated>>;

export const schemas = {
  expandOnly: z.strictObject(expand),
  session: sessionParameters,
  refund: refundParameters,
  lineItems: z.strictObject({ ...page, ...expand }),
  sessions: z.strictObject({
    ...dated,
    ...expand,
    payment_intent: text.optional(),
    customer: text.optional(),
    subscription: text.optional(),
    status: z.enum(["open", "complete", "expired"]).optional(),
  }),
  intents: z.strictObject({ ...dated, ...expand, customer: text.optional() }),
  charges: z.strictObject({ ...dated, ...expand, payment_intent: text.optional(), customer: text.optional() }),
  disputes: z.strictObject({ ...dated, ...expand, payment_intent: text.optional(), charge: text.optional() }),
  warnings: z.strictObject({ ...dated, ...expand, payment_intent: text.optional(), charge: text.optional() }),
  refunds: z.strictObject({ ...dated, ...expand, payment_intent: text.optional(), charge: text.optional() }),
  balanceTransactions: z.strictObject({
    ...dated,
    ...expand,
    currency: text.toLowerCase().optional(),
    payout: text.optional(),
    source: text.optional(),
    type: text.optional(),
  }),
  payouts: z.strictObject({ ...dated, ...expand, status: text.optional() }),
};

/** Throws the real API's error for the first invalid parameter. */
export function parseParameters<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues[0]);
}

function refusalOf(issue: z.core.$ZodIssue | undefined): ApiError {
  if (!issue) return badParameter("Invalid request", "");
  const param = nameOf(issue.path);
  const value = typeof issue.input === "string" ? issue.input : "";
  if (issue.code === "unrecognized_keys") return unknownParameters(issue.path, issue.keys);
  if (issue.input === undefined) return badParameter(`Missing required param: ${param}.`, param, "parameter_missing");
  if (issue.code === "invalid_value") {
    return badParameter(`Invalid ${param}: must be one of ${issue.values.join(", ")}`, param);
  }
  return wordings[issue.message]?.(param, value) ?? badParameter(`Invalid value for ${param}: ${issue.message}`, param);
}

const tooLong = (most: number) => (param: string, value: string) =>
  badParameter(
    `Invalid string: ${value.slice(0, 10)}...${value.slice(-10)}; must be at most ${most} characters`,
    param,
  );

const wordings: Record<string, (param: string, value: string) => ApiError> = {
  "at most 5000 characters": tooLong(5000),
  "at most 40000 characters": tooLong(40_000),
  "expand levels": () => badParameter("You cannot expand more than 4 levels of a property.", "expand"),
  empty: (param) =>
    badParameter(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      "parameter_invalid_empty",
    ),
  integer: (param, value) => badParameter(`Invalid integer: ${value}`, param, "parameter_invalid_integer"),
  "at least 0": (param) => badParameter("Invalid non-negative integer", param, "parameter_invalid_integer"),
  "at least 1": (param) => badParameter("Invalid positive integer", param, "parameter_invalid_integer"),
  limit: (param) => badParameter("Limit must be between 1 and 100", param, "parameter_invalid_integer"),
  url: (param) => badParameter("Not a valid URL", param, "url_invalid"),
  email: (param, value) => badParameter(`Invalid email address: ${value}`, param, "email_invalid"),
  currency: (param, value) =>
    badParameter(
      `Invalid currency: ${value}. Stripe currently supports these currencies: ${Object.keys(minimumCharge).join(", ")}`,
      param,
    ),
};

function unknownParameters(path: PropertyKey[], keys: string[]): ApiError {
  const names = keys.map((key) => nameOf([...path, key]));
  const [first = ""] = names;
  return badParameter(
    `Received unknown parameter${names.length > 1 ? "s" : ""}: ${names.join(", ")}`,
    first,
    "parameter_unknown",
  );
}

/** Returns a name such as line_items[0][price_data]. */
function nameOf([head = "", ...rest]: PropertyKey[]): string {
  return String(head) + rest.map((part) => `[${String(part)}]`).join("");
}

type FormValue = string | Form;
export type Form = { [key: string]: FormValue };

/** Reads `a=1&b[c]=2&d[0][e]=3&f[]=4`. The last of two equal names wins. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) place(form, namesOf(name), value);
  return form;
}

/** Returns a text that is equal for the same parameters in any order. */
export function canonicalForm(text: string): string {
  return [...new URLSearchParams(text)]
    .map(([name, value]) => JSON.stringify([name, value]))
    .sort()
    .join();
}

// Without a prototype, a parameter named "__proto__" is harmless.
const emptyForm = (): Form => Object.create(null) as Form;

function namesOf(name: string): string[] {
  const [head = "", ...rest] = name.split("[");
  return [head, ...rest.map((part) => part.replace(/\]$/, ""))];
}

function place(form: Form, names: string[], value: string): void {
  const [head = "", ...rest] = names;
  const name = head === "" ? String(Object.keys(form).length) : head;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next = typeof inner === "object" ? inner : emptyForm();
  form[name] = next;
  place(next, rest, value);
}
