import { type ActionFunctionArgs, data, redirect, redirectDocument } from "@remix-run/node";
import type { ZodType } from "zod";
import { withoutCode } from "./discount-field";
import { followGiftIntent } from "./gift-intents";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, idOf, load } from "~/server/api.server";
import {
  type BookingDraft,
  forgetBookingDraft,
  keepBookingDraft,
  rememberBooking,
  rememberPass,
} from "~/server/cookies.server";
import { parseForm, retryAfter } from "~/server/form.server";
import { healthUnconfirmed, memberSlotBookingForm, slotBookingForm, unfinishedForm } from "~/server/schemas.server";

const bookingFailed = "Failed to book session. Please try again.";
const error = (text: string): Toast => errorToast("Error", text);

type BookingAnswer = ReturnType<ReturnType<typeof apiFor>["bookings"]["create"]>;
type BookingInput = Omit<Parameters<ReturnType<typeof apiFor>["oneToOne"]["book"]>[0], "offer" | "start">;

/** `entryId`: the entry of the waitlist whose offer is answered. */
export type BookingTarget = {
  /** The session, or the offer of a session that is not made yet; what was typed is kept for it. */
  sessionId: string;
  entryId?: string;
  /** Reads the form again with what was typed; that of the session by default. */
  getForm?: (typed: TypedForm) => Promise<ShownForm>;
  book: (input: BookingInput) => BookingAnswer;
};
type TypedForm = Omit<Parameters<ReturnType<typeof apiFor>["bookings"]["getForm"]>[0], "sessionId">;
type ShownForm = Awaited<ReturnType<ReturnType<typeof apiFor>["bookings"]["getForm"]>>;

function sessionTarget(args: ActionFunctionArgs): BookingTarget {
  const sessionId = idOf(args);
  return { sessionId, book: (input) => apiFor(args).bookings.create({ ...input, sessionId }) };
}

async function book(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  const paying = textIn(fields, "paying");
  // Whose a pass is, is known.
  const isByHeldPass = paying !== undefined && paying !== "card" && !paying.startsWith("buy:");
  const isKnown = args.context.auth.user !== null || isByHeldPass;
  const schema = isKnown ? memberSlotBookingForm : slotBookingForm;
  const submission = parseForm(fields, schema);
  if (submission.status !== "success") {
    // These fields are hidden: only a newly loaded form can correct them.
    const isOutdated = Boolean(submission.error?.quote ?? submission.error?.formKey);
    return showRefusedForm(args, fields, target, {
      schema,
      status: 422,
      toast: isOutdated ? error(bookingFailed) : null,
    });
  }
  const booked = await attemptLogged(args, target.book(submission.value), bookingFailed);
  if (booked.ok) return redirectAfterBooking(booked.value, args, draftFrom(args, fields, target));
  const { status, code, message, retryAfterSeconds, field } = booked;
  const refusedField = shownBeside.find((name) => name === field);
  return showRefusedForm(args, fields, target, {
    schema,
    status,
    toast: code === "health_unconfirmed" || refusedField ? null : error(message),
    retryAfterSeconds,
    fieldErrors: refusedField ? { [refusedField]: [message] } : {},
  });
}

/** The fields beside which a refusal is shown. */
const shownBeside = [
  ...["email", "ticketNames", "rate1", "amount", "giftCode"],
  ...["answer1", "answer2", "answer3", "answer4", "answer5"],
];

/** Shows the price with or without a discount code. Nothing is booked. */
async function tryCode(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  const { form, refusal } = await priceWith(args, fields, target);
  const isApplying = fields.get("intent") === "apply";
  const refused = isApplying && !form.discount ? (refusal ?? "Invalid discount code") : null;
  const toast = refused === null ? successOf(form.discount) : error(refused);
  const fieldErrors = {
    ...(refused && { discountCode: [refused] }),
    ...(form.amountRefusal && { amount: [form.amountRefusal] }),
  };
  const reply = parseForm(fields, unfinishedForm).reply({ fieldErrors });
  return data({ reply, toast, form }, refused || form.amountRefusal || form.gifts?.refusal ? 422 : 200);
}

const successOf = (discount: { terms: string } | null): Toast | null =>
  discount && successToast("Success", `Discount code applied: ${discount.terms}`);

/** Books, or shows the price again, as the pressed button of a booking form says. */
export function bookOrPrice(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  if (followGiftIntent(fields)) return tryCode(args, fields, target);
  switch (fields.get("intent")) {
    case "apply":
    case "tickets":
      return tryCode(args, fields, target);
    case "remove":
      fields.delete("discountCode");
      return tryCode(args, fields, target);
    case withoutCode:
      fields.delete("discountCode");
      return book(args, fields, target);
    default:
      return book(args, fields, target);
  }
}

/** Takes what was typed for a booking along to the waitlist's form. */
export function goToWaitlist(args: ActionFunctionArgs, fields: URLSearchParams) {
  const target = sessionTarget(args);
  const headers = { "Set-Cookie": keepBookingDraft(args.context, draftFrom(args, fields, target)) };
  return redirect(`/sessions/${target.sessionId}/waitlist`, { status: 303, headers });
}

export async function completePayment(args: ActionFunctionArgs) {
  const sessionId = idOf(args);
  const { bookings } = apiFor(args);
  const resumed = await load(attempt(bookings.resumePayment({ sessionId })));
  if (resumed.ok) return redirectDocument(resumed.value.next, 303);
  const form = await load(bookings.getForm({ sessionId }));
  return data({ reply: undefined, toast: error(resumed.message), form }, resumed.status);
}

type Refusal = {
  schema: ZodType;
  status: number;
  toast: Toast | null;
  retryAfterSeconds?: number | undefined;
  fieldErrors?: Record<string, string[]>;
};

/** Shows a refused form again with everything typed, the current price and a new form key. */
async function showRefusedForm(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  target: BookingTarget,
  refused: Refusal,
) {
  const { schema, status, toast, retryAfterSeconds } = refused;
  const { form, refusal } = await priceWith(args, fields, target);
  const isUnconfirmed = form.health && fields.get("healthVersion") !== String(form.health.version);
  const reply = parseForm(fields, schema).reply({
    ...(toast?.text && { formErrors: [toast.text] }),
    fieldErrors: {
      ...refused.fieldErrors,
      ...(isUnconfirmed && { healthVersion: [healthUnconfirmed] }),
      ...(refusal && { discountCode: [refusal] }),
      ...(form.amountRefusal && { amount: [form.amountRefusal] }),
    },
  });
  return data({ reply, toast, form }, { status, headers: retryAfter(retryAfterSeconds) });
}

async function priceWith(args: ActionFunctionArgs, fields: URLSearchParams, target: BookingTarget) {
  const { sessionId, entryId } = target;
  const wanted = {
    entryId,
    discountCode: textIn(fields, "discountCode"),
    quantity: textIn(fields, "quantity"),
    paying: textIn(fields, "paying"),
    ...giftsIn(fields),
    ...choiceIn(fields),
  };
  const { getForm = (typed) => apiFor(args).bookings.getForm({ sessionId, ...typed }) } = target;
  const form = await load(getForm(wanted));
  return { form, refusal: form.codeRefusal };
}

/** Returns what a form says of gift cards. */
export const giftsIn = (fields: URLSearchParams) => ({
  giftCodes: textIn(fields, "giftCodes"),
  giftCode: textIn(fields, "giftCode"),
});

function draftFrom(
  { context }: ActionFunctionArgs,
  fields: URLSearchParams,
  { sessionId }: BookingTarget,
): BookingDraft {
  const text = (name: string) => textIn(fields, name);
  return {
    userId: context.auth.user?.id ?? null,
    sessionId,
    firstName: text("firstName") ?? "",
    lastName: text("lastName") ?? "",
    email: text("email") ?? "",
    discountCode: text("discountCode"),
    healthVersion: text("healthVersion"),
    healthNote: text("healthNote"),
    quantity: text("quantity"),
    ticketNames: text("ticketNames"),
    paying: text("paying"),
    ...choiceIn(fields),
    announcements: text("announcements"),
  };
}

/** Returns the chosen rates of the tickets, and the amount. */
export function choiceIn(fields: URLSearchParams) {
  const text = (name: string) => textIn(fields, name);
  return {
    ...{ rate1: text("rate1"), rate2: text("rate2"), rate3: text("rate3") },
    ...{ rate4: text("rate4"), rate5: text("rate5"), rate6: text("rate6") },
    amount: text("amount"),
  };
}

function textIn(fields: URLSearchParams, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === "string" && value.trim() ? value : undefined;
}

type CreatedBooking = { next: string; bookingId: string; purchaseId: string | null };

/** Keeps the draft while the visitor is on the payment page, in case they return without paying. */
function redirectAfterBooking(
  { next, bookingId, purchaseId }: CreatedBooking,
  args: ActionFunctionArgs,
  draft: BookingDraft,
) {
  const isBooked = next.startsWith("/booking-confirmation");
  const cookies = [
    isBooked ? forgetBookingDraft(args.context) : keepBookingDraft(args.context, draft),
    // A member's booking is opened by signing in.
    ...(args.context.auth.user ? [] : [rememberBooking(args, bookingId)]),
    ...(args.context.auth.user || purchaseId === null ? [] : [rememberPass(args, purchaseId)]),
  ];
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return (isBooked ? redirect : redirectDocument)(next, { status: 303, headers });
}
