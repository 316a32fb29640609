import { type ActionFunctionArgs, data, redirect, redirectDocument } from "@remix-run/node";
import type { Ending } from "@server/core/errors";
import { accountField } from "@server/core/kept-forms";
import type { Availability } from "@server/catalogue/schedule/places";
import type { ZodType } from "zod";
import { withoutCode } from "./discount-field";
import { followGiftIntent } from "./gift-intents";
import { passFirstIn } from "./pass-first";
import { choiceIn, draftFrom, giftsIn, textIn } from "./typed-booking.server";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, idOf, load } from "~/server/api.server";
import {
  type BookingDraft,
  forgetBookingDraft,
  keepBookingDraft,
  keepRefusedDraft,
  rememberBooking,
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
  /** Returns the address of the page that says why nothing can be booked any more. */
  pageOf: (ending: Ending) => string;
};
type TypedForm = Omit<Parameters<ReturnType<typeof apiFor>["bookings"]["getForm"]>[0], "sessionId">;
type ShownForm = Awaited<ReturnType<ReturnType<typeof apiFor>["bookings"]["getForm"]>>;

function sessionTarget(args: ActionFunctionArgs): BookingTarget {
  const sessionId = idOf(args);
  const another = new URL(args.request.url).searchParams.has("another");
  return {
    sessionId,
    book: (input) => apiFor(args).bookings.create({ ...input, sessionId, another }),
    pageOf: (ending) => `/sessions/${encodeURIComponent(sessionId)}?refused=${ending}#refused`,
  };
}

async function book(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  const paying = textIn(fields, "paying");
  // Whose a pass is, is known.
  const isByHeldPass = paying !== undefined && paying !== "card";
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
  const { status, code, message, retryAfterSeconds, field, ending } = booked;
  if (ending) return leadAway(args, fields, target, ending);
  const waiting = code === "payment_waiting" ? await load(apiFor(args).bookings.getPending(target)) : null;
  if (waiting) return askAboutPayment(args, fields, target, waiting);
  const refusedField = shownBeside.find((name) => name === field);
  return showRefusedForm(args, fields, target, {
    schema,
    status,
    toast: code === "health_unconfirmed" || refusedField ? null : error(message),
    retryAfterSeconds,
    fieldErrors: refusedField ? { [refusedField]: [message] } : {},
  });
}

/** Leads to the page that says why nothing can be booked any more, and keeps what was typed for the next form. */
export function leadAway(args: ActionFunctionArgs, fields: URLSearchParams, target: BookingTarget, ending: Ending) {
  const headers = { "Set-Cookie": keepRefusedDraft(args.context, draftFrom(args, fields, target)) };
  return redirect(target.pageOf(ending), { status: 303, headers });
}

/** Asks a visitor whose payment of the same session is open whether to book another ticket, with what was typed. */
async function askAboutPayment(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  target: BookingTarget,
  { total }: { total: string },
) {
  const typed = [...fields].filter(([name]) => name !== "intent" && name !== accountField);
  const form = await loadForm(args, fields, target);
  const headers = { "Set-Cookie": keepBookingDraft(args.context, draftFrom(args, fields, target)) };
  return data({ reply: undefined, toast: null, form, pending: { total, typed } }, { status: 409, headers });
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
  const status = refused || form.amountRefusal || form.gifts?.refusal ? 422 : 200;
  return data({ reply, toast, form, pending: null }, status);
}

const successOf = (discount: { terms: string } | null): Toast | null =>
  discount && successToast("Success", `Discount code applied: ${discount.terms}`);

/** Books, or shows the price again, as the pressed button of a booking form says. */
export function bookOrPrice(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  if (followGiftIntent(fields)) return tryCode(args, fields, target);
  const passId = passFirstIn(fields.get("intent"));
  if (passId !== null) return leadToPass(args, passId, draftFrom(args, fields, target));
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

/** Leads to a pass that is bought first, and keeps what was typed: from there the buyer comes back to the form. */
function leadToPass(args: ActionFunctionArgs, passId: string, draft: BookingDraft) {
  const { pathname, search } = new URL(args.request.url);
  const headers = { "Set-Cookie": keepBookingDraft(args.context, { ...draft, passId, path: pathname + search }) };
  return redirect(`/passes/${encodeURIComponent(passId)}?purchase=true`, { status: 303, headers });
}

export async function completePayment(args: ActionFunctionArgs, fields: URLSearchParams) {
  const target = sessionTarget(args);
  const resumed = await load(attempt(apiFor(args).bookings.resumePayment(target)));
  if (resumed.ok) return redirectDocument(resumed.value.next, 303);
  const { form } = await priceWith(args, fields, target);
  const reply = fields.has("formKey") ? parseForm(fields, unfinishedForm).reply() : undefined;
  return data({ reply, toast: error(resumed.message), form, pending: null }, resumed.status);
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
  return data({ reply, toast, form, pending: null }, { status, headers: retryAfter(retryAfterSeconds) });
}

const endings: Record<Exclude<Availability, "open">, Ending> = {
  sold_out: "full",
  held: "held",
  held_by_you: "held",
  closed: "closed",
  cancelled: "cancelled",
};

/** Returns the form with today's price of what was typed. Throws a redirect where nothing can be booked any more. */
async function priceWith(args: ActionFunctionArgs, fields: URLSearchParams, target: BookingTarget) {
  const form = await loadForm(args, fields, target);
  // The places of an offer are held for its visitor.
  const isOffered = target.entryId !== undefined;
  if (form.availability !== "open" && !isOffered) throw leadAway(args, fields, target, endings[form.availability]);
  return { form, refusal: form.codeRefusal };
}

function loadForm(args: ActionFunctionArgs, fields: URLSearchParams, target: BookingTarget): Promise<ShownForm> {
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
  return load(getForm(wanted));
}

type CreatedBooking = { next: string; bookingId: string };

/** Keeps the draft while the visitor is on the payment page, in case they return without paying. */
function redirectAfterBooking({ next, bookingId }: CreatedBooking, args: ActionFunctionArgs, draft: BookingDraft) {
  const isBooked = next.startsWith("/booking-confirmation");
  const cookies = [
    isBooked ? forgetBookingDraft(args.context) : keepBookingDraft(args.context, draft),
    // A member's booking is opened by signing in.
    ...(args.context.auth.user ? [] : [rememberBooking(args, bookingId)]),
  ];
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return (isBooked ? redirect : redirectDocument)(next, { status: 303, headers });
}
