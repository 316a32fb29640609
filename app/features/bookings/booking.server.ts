import { type ActionFunctionArgs, data, redirect, redirectDocument } from "@remix-run/node";
import type { Ending } from "@server/core/errors";
import { accountField } from "@server/core/kept-forms";
import type { Availability } from "@server/catalogue/schedule/places";
import { buy, leadAway, type RefusedOrder, type TypedPrice, typedPrice } from "~/features/buying/buy.server";
import { passFirstIn } from "~/features/buying/intents";
import { draftFrom, textIn } from "~/features/buying/typed-fields.server";
import { errorToast } from "~/lib/toast";
import { apiFor, attempt, idOf, load } from "~/server/api.server";
import { type BookingDraft, forgetBookingDraft, keepBookingDraft, rememberBooking } from "~/server/cookies.server";
import { parseForm } from "~/server/form.server";
import { memberSlotBookingForm, slotBookingForm, unfinishedForm } from "~/server/schemas.server";

type BookingAnswer = ReturnType<ReturnType<typeof apiFor>["bookings"]["create"]>;
type BookingInput = Omit<Parameters<ReturnType<typeof apiFor>["oneToOne"]["book"]>[0], "offer" | "start">;
type TypedForm = TypedPrice & { entryId?: string | undefined };
type ShownForm = Awaited<ReturnType<ReturnType<typeof apiFor>["bookings"]["getForm"]>>;

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

function sessionTarget(args: ActionFunctionArgs): BookingTarget {
  const sessionId = idOf(args);
  const another = new URL(args.request.url).searchParams.has("another");
  return {
    sessionId,
    book: (input) => apiFor(args).bookings.create({ ...input, sessionId, another }),
    pageOf: (ending) => `/sessions/${encodeURIComponent(sessionId)}?refused=${ending}#refused`,
  };
}

type PostedBooking = { args: ActionFunctionArgs; fields: URLSearchParams; target: BookingTarget };

/** Books, or shows the price again, as the pressed button of a booking form says. */
export function bookOrPrice(args: ActionFunctionArgs, fields: URLSearchParams, target = sessionTarget(args)) {
  const posted = { args, fields, target };
  const passId = passFirstIn(fields.get("intent"));
  if (passId !== null) return leadToPass(posted, passId);
  return buy(args, fields, {
    schema: isContactKnown(posted) ? memberSlotBookingForm : slotBookingForm,
    getForm: (typed) => loadForm(posted, typed),
    order: target.book,
    failure: "Failed to book session. Please try again.",
    titleOf: () => "Error",
    leadAway: (refused) => answerRefusal(posted, refused),
    remember: (booking) => cookiesOf(posted, booking),
  });
}

/** Returns whether the server knows who books: a member, or the holder of the chosen pass. */
function isContactKnown({ args, fields }: PostedBooking): boolean {
  const paying = textIn(fields, "paying");
  return args.context.auth.user !== null || (paying !== undefined && paying !== "card");
}

async function answerRefusal(posted: PostedBooking, { code, ending }: RefusedOrder) {
  const { args, fields, target } = posted;
  if (ending) return leadAway(args, fields, { sessionId: target.sessionId, page: target.pageOf(ending) });
  const waiting = code === "payment_waiting" ? await load(apiFor(args).bookings.getPending(target)) : null;
  return waiting && askAboutPayment(posted, waiting);
}

/** Asks a visitor whose payment of the same session is open whether to book another ticket, with what was typed. */
async function askAboutPayment(posted: PostedBooking, { total }: { total: string }) {
  const { args, fields } = posted;
  const typed = [...fields].filter(([name]) => name !== "intent" && name !== accountField);
  const form = await readForm(posted, typedPrice(fields));
  const headers = { "Set-Cookie": keepBookingDraft(args.context, draftOf(posted)) };
  return data({ reply: undefined, toast: null, form, pending: { total, typed } }, { status: 409, headers });
}

/** Keeps the draft while the visitor is on the payment page, in case they return without paying. */
function cookiesOf(posted: PostedBooking, { next, bookingId }: { next: string; bookingId: string }): string[] {
  const { args } = posted;
  const isBooked = next.startsWith("/booking-confirmation");
  return [
    isBooked ? forgetBookingDraft(args.context) : keepBookingDraft(args.context, draftOf(posted)),
    // A member's booking is opened by signing in.
    ...(args.context.auth.user ? [] : [rememberBooking(args, bookingId)]),
  ];
}

const draftOf = ({ args, fields, target }: PostedBooking): BookingDraft => draftFrom(args, fields, target);

/** Leads to a pass that is bought first, and keeps what was typed: from there the buyer comes back to the form. */
function leadToPass(posted: PostedBooking, passId: string) {
  const { request, context } = posted.args;
  const { pathname, search } = new URL(request.url);
  const headers = { "Set-Cookie": keepBookingDraft(context, { ...draftOf(posted), passId, path: pathname + search }) };
  return redirect(`/passes/${encodeURIComponent(passId)}?purchase=true`, { status: 303, headers });
}

export async function completePayment(args: ActionFunctionArgs, fields: URLSearchParams) {
  const target = sessionTarget(args);
  const resumed = await load(attempt(apiFor(args).bookings.resumePayment(target)));
  if (resumed.ok) return redirectDocument(resumed.value.next, 303);
  const form = await loadForm({ args, fields, target }, typedPrice(fields));
  const reply = fields.has("formKey") ? parseForm(fields, unfinishedForm).reply() : undefined;
  return data({ reply, toast: errorToast("Error", resumed.message), form, pending: null }, resumed.status);
}

const endings: Record<Exclude<Availability, "open">, Ending> = {
  sold_out: "full",
  held: "held",
  held_by_you: "held",
  closed: "closed",
  cancelled: "cancelled",
};

/** Returns the form with today's price of what was typed. Throws a redirect where nothing can be booked any more. */
async function loadForm(posted: PostedBooking, typed: TypedPrice): Promise<ShownForm> {
  const { args, fields, target } = posted;
  const form = await readForm(posted, typed);
  // The places of an offer are held for its visitor.
  if (form.availability === "open" || target.entryId !== undefined) return form;
  const page = target.pageOf(endings[form.availability]);
  throw leadAway(args, fields, { sessionId: target.sessionId, page });
}

function readForm({ args, target }: PostedBooking, typed: TypedPrice): Promise<ShownForm> {
  const { sessionId, entryId, getForm = (wanted) => apiFor(args).bookings.getForm({ sessionId, ...wanted }) } = target;
  return load(getForm({ ...typed, entryId }));
}
