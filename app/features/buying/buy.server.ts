import { type ActionFunctionArgs, data, redirect, redirectDocument, type TypedResponse } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import type { ZodType } from "zod";
import { isInside } from "~/lib/navigation";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { parseForm, retryAfter } from "~/server/form.server";
import { healthUnconfirmed, unfinishedForm } from "~/server/schemas.server";
import { followIntent, isNoOrder } from "./intents";
import { keepRefusedDraft } from "~/server/cookies.server";
import { choiceIn, draftFrom, giftsIn, textIn } from "./typed-fields.server";

/** What every form that sells something says of the price of what was typed. */
type PricedForm = {
  discount: { terms: string } | null;
  codeRefusal: string | null;
  amountRefusal: string | null;
  gifts: { refusal: string | null } | null;
  health?: { version: number } | null;
};

type Redirect = TypedResponse<never>;

export type RefusedOrder = Extract<Awaited<ReturnType<typeof attemptLogged>>, { ok: false }>;

type FieldErrors = Record<string, string[]>;

/** What a form sells, by what differs from the other forms. `Input` is what its schema makes of its fields. */
type BuyingTarget<Input, Form extends PricedForm, Order extends { next: string }, Other = never> = {
  schema: ZodType<Input>;
  /** Reads the form again: with the price of what was typed, and a new key. */
  getForm: (typed: TypedPrice) => Promise<Form>;
  order: (input: Input) => Promise<Order>;
  /** What is said if the order fails by no refusal. */
  failure: string;
  /** Returns the title of a refusal that is about no field. */
  titleOf: (refused: Pick<RefusedOrder, "code" | "status">) => string;
  /** Returns the answer to a refusal after which the form can't be sent again; null for all others. */
  leadAway: (refused: RefusedOrder) => Redirect | Other | null | Promise<Redirect | Other | null>;
  /** Returns the cookies that remember the order in this browser. */
  remember: (order: Order, input: Input) => string[];
};

/** Orders, or shows the price again, as the pressed button of the form says. */
export async function buy<Input, Form extends PricedForm, Order extends { next: string }, Other = never>(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  target: BuyingTarget<Input, Form, Order, Other>,
) {
  followIntent(fields);
  if (isNoOrder(fields.get("intent"))) return showPrice(fields, target);
  const submission = parseForm(fields, target.schema);
  if (submission.status !== "success") {
    // These fields are hidden: only a newly loaded form can correct them.
    const isOutdated = submission.error?.quote ?? submission.error?.formKey;
    const toast = isOutdated ? errorToast(target.titleOf({ code: "fault", status: 500 }), target.failure) : null;
    return showAgain(fields, target, { submission, status: 422, toast });
  }
  const ordered = await attemptLogged(args, target.order(submission.value), target.failure);
  if (ordered.ok) return leadOn(ordered.value.next, target.remember(ordered.value, submission.value));
  const away = await target.leadAway(ordered);
  if (away) return away;
  const { code, status, message, retryAfterSeconds } = ordered;
  const field = code === "health_unconfirmed" ? "healthVersion" : ordered.field;
  return showAgain(fields, target, {
    submission,
    status,
    retryAfterSeconds,
    // It is said once: beside its field, or else in a notice.
    toast: field ? null : errorToast(target.titleOf(ordered), message),
    errors: field ? { [field]: [message] } : {},
  });
}

type FormSource<Form> = { getForm: (typed: TypedPrice) => Promise<Form> };

/** Shows the price with or without a code. Nothing is ordered, so fields may still be empty. */
async function showPrice<Form extends PricedForm>(fields: URLSearchParams, { getForm }: FormSource<Form>) {
  const form = await getForm(typedPrice(fields));
  const { discount, codeRefusal, amountRefusal, gifts } = form;
  const isApplying = fields.get("intent") === "apply";
  const refused = isApplying && !discount ? (codeRefusal ?? "Invalid discount code") : null;
  const applied = discount && successToast("Success", `Discount code applied: ${discount.terms}`);
  return answer({
    submission: parseForm(fields, unfinishedForm),
    form,
    status: (refused ?? amountRefusal ?? gifts?.refusal) ? 422 : 200,
    toast: refused === null ? applied : null,
    errors: { ...besideCode(refused), ...besideAmount(form) },
  });
}

type Refusal = Omit<Answer<unknown>, "form">;

/** Shows a refused form again with everything typed, the current price and a new form key. */
async function showAgain<Form extends PricedForm>(
  fields: URLSearchParams,
  { getForm }: FormSource<Form>,
  refused: Refusal,
) {
  const form = await getForm(typedPrice(fields));
  const isUnconfirmed = form.health && fields.get("healthVersion") !== String(form.health.version);
  const errors = {
    ...(isUnconfirmed && { healthVersion: [healthUnconfirmed] }),
    ...besideCode(form.codeRefusal),
    ...besideAmount(form),
    ...refused.errors,
  };
  const isBesideCode = refused.toast?.text === form.codeRefusal;
  return answer({ ...refused, form, toast: isBesideCode ? null : refused.toast, errors });
}

const besideCode = (refusal: string | null): FieldErrors => (refusal === null ? {} : { discountCode: [refusal] });

const besideAmount = ({ amountRefusal }: PricedForm): FieldErrors =>
  amountRefusal === null ? {} : { amount: [amountRefusal] };

type Answer<Form> = {
  submission: { reply: (options: { fieldErrors: FieldErrors }) => SubmissionResult<string[]> };
  form: Form;
  status: number;
  toast: Toast | null;
  errors?: FieldErrors;
  retryAfterSeconds?: number | undefined;
};

function answer<Form>({ submission, form, status, toast, errors = {}, retryAfterSeconds }: Answer<Form>) {
  const reply = submission.reply({ fieldErrors: errors });
  return data({ reply, toast, form, pending: null }, { status, headers: retryAfter(retryAfterSeconds) });
}

export type TypedPrice = ReturnType<typeof typedPrice>;

/** Returns what the price of a form depends on. */
export const typedPrice = (fields: URLSearchParams) => ({
  discountCode: textIn(fields, "discountCode"),
  quantity: textIn(fields, "quantity"),
  paying: textIn(fields, "paying"),
  ...giftsIn(fields),
  ...choiceIn(fields),
});

/** Leads to the payment page, or to the page of what was got without one. */
export function leadOn(next: string, cookies: string[]): Redirect {
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return (isInside(next) ? redirect : redirectDocument)(next, { status: 303, headers });
}

type Away = {
  /** What the typed text is kept for, and the page that says why it can't be had any more. */
  sessionId: string;
  page: string;
};

/** Leads to the page that says why nothing can be booked any more, and keeps what was typed for the next form. */
export function leadAway(args: ActionFunctionArgs, fields: URLSearchParams, { sessionId, page }: Away): Redirect {
  const headers = { "Set-Cookie": keepRefusedDraft(args.context, draftFrom(args, fields, { sessionId })) };
  return redirect(page, { status: 303, headers });
}
