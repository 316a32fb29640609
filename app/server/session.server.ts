import { type AppLoadContext, redirect, type TypedResponse } from "@remix-run/node";
import { daysLeft } from "@server/accounts/session-user";
import { safeReturnAddress } from "@server/accounts/return-address";
import { keepHeld, newBrowserCookie } from "@server/bookings/visitor-cookies";
import { forgetCookie, readSignedCookie, setSignedCookie } from "@server/core/cookies";
import { setCurrencyCookie } from "@server/money/currency-choice";
import { logSecurityEvent } from "@server/core/security-log";
import type { Auth, SessionUser } from "@server/core/context";
import { readVisitor } from "@server/trpc/request-context";
import { destinationOf, newPasswordPath, secondFactorPath, withReturn } from "~/lib/sign-in-address";
import { impersonationPath } from "~/lib/site";
import type { Toast } from "~/lib/toast";
import type { Currency } from "@server/core/money";
import type { CollectionName } from "@server/core/collections";

type Asking = { request: Request; context: AppLoadContext };

/** The zone in which this visitor sees the times of online sessions. */
export function timeZoneOf({ request, context }: Asking): string {
  const { auth, services } = context;
  return auth.user?.timeZone ?? readVisitor(request.headers.get("Cookie"), services.settings).timeZone;
}

/** The currency in which prices are shown to this visitor. */
export const currencyOf = ({ request, context }: Asking): Currency =>
  context.auth.user?.currency ??
  context.currency ??
  readVisitor(request.headers.get("Cookie"), context.services.settings).currency;

/** A Set-Cookie header that keeps the currency that a visitor has picked. */
export const keepCurrency = ({ services: { settings } }: AppLoadContext, currency: Currency): string =>
  setCurrencyCookie(settings, currency);

/**
 * Whoever is signed in; sends everybody else to sign in, and back here afterwards. An admin whose second factor is
 * overdue gets its set-up page only.
 */
export function requireMember({ request, context: { auth } }: Asking): SessionUser {
  if (auth.user) return auth.user;
  const { overdueAdmin } = auth.session;
  if (overdueAdmin && new URL(request.url).pathname === secondFactorPath) return overdueAdmin;
  const { pathname, search } = new URL(request.url);
  throw redirect(nextStepOf(auth, pathname + search) ?? withReturn("/sign-in", pathname + search));
}

/** Returns the page that a half-finished sign-in has to go through first; null for visitors. */
export function nextStepOf({ session }: Auth, wanted: string): string | null {
  if (session.overdueAdmin) return secondFactorPath;
  // Her hour in a member's account is over; her own is one press away.
  if (session.current?.impersonator) return impersonationPath;
  // Whoever has given her password is only asked for the rest.
  return session.current && !session.current.isComplete ? withReturn("/sign-in/code", wanted) : null;
}

/** The key of a booking's mailed link; whoever comes without one is a member, or is sent to sign in. */
export function bookingKeyOf(asking: Asking): string | undefined {
  const key = new URL(asking.request.url).searchParams.get("key");
  if (key) return key;
  requireMember(asking);
  return undefined;
}

/** The instructor; members are told so on their dashboard. */
export async function requireAdmin(asking: Asking): Promise<SessionUser> {
  const user = requireMember(asking);
  if (user.role === "admin") return user;
  logSecurityEvent(asking.context.services, "access_refused", { userId: user.id, reason: "back office" });
  const denied: Toast = { kind: "error", title: "Access Denied", text: "You do not have admin privileges" };
  throw await redirectWithToast(asking.context, "/dashboard", denied);
}

/** The days that an admin has left to set up a second factor; null where there is no deadline. */
export const daysForSecondFactor = ({ services }: AppLoadContext, { secondFactorDueAt }: SessionUser): number | null =>
  secondFactorDueAt && daysLeft(secondFactorDueAt, services.clock.now());

/** Where this visitor goes once she is signed in: by the address of the page that asks for it, never to another site. */
export function destinationAfterSignIn(request: Request): string {
  const query = new URL(request.url).searchParams;
  return destinationOf(query, safeReturnAddress(query.get("returnTo")));
}

/** The page of ours that an address or a form names as the way back, else the given one. */
export const backFrom = (given: URLSearchParams, otherwise: string): string => {
  const back = given.get("back");
  return (typeof back === "string" && safeReturnAddress(back)) || otherwise;
};

/** Goes on after signing in; whoever came to choose a new password is told to. */
export async function redirectAfterSignIn(context: AppLoadContext, to: string) {
  if (to !== newPasswordPath) return redirect(to, 303);
  return redirectWithToast(context, to, {
    kind: "success",
    title: "Signed in successfully",
    text: "Please set a new password now.",
  });
}

/** Goes to another page and shows a toast there, once. */
export function redirectWithToast(context: AppLoadContext, to: string, toast: Toast): Promise<TypedResponse<never>> {
  const flash = setSignedCookie(context.services.settings, "flash", toast, flashSeconds);
  return Promise.resolve(redirect(inHeader(to), { status: 303, headers: { "Set-Cookie": flash } }));
}

/** A path as a header may hold it: a parameter of an address is decoded, and may be any text. */
const inHeader = (path: string) => path.replace(/[^\x21-\x7e]+/g, (odd) => encodeURIComponent(odd));

/** The toast that a redirect brought along, and the headers that forget it. */
export function takeFlash({ request, context }: Asking): { flash: Toast | null; headers: HeadersInit } {
  const { settings } = context.services;
  const flash = readSignedCookie(settings, request.headers.get("Cookie"), "flash");
  if (!isToast(flash)) return { flash: null, headers: {} };
  return { flash, headers: { "Set-Cookie": forgetCookie(settings, "flash") } };
}

const flashSeconds = 60;

/** What was typed into the booking form, kept over the trip to the payment page and back. */
export type BookingDraft = {
  /** Who typed it; null for a guest. Nobody else at this browser is shown it. */
  userId: string | null;
  sessionId: string;
  firstName: string;
  lastName: string;
  email: string;
  discountCode?: string;
  healthVersion?: string;
  healthNote?: string;
};

const draftSeconds = 60 * 60;

/** The draft for this session, if there is one. */
export function readBookingDraft({ request, context }: Asking, sessionId: string): BookingDraft | null {
  const draft = readSignedCookie(context.services.settings, request.headers.get("Cookie"), "booking_draft");
  if (!isDraft(draft) || draft.sessionId !== sessionId) return null;
  return draft.userId === (context.auth.user?.id ?? null) ? draft : null;
}

/** A Set-Cookie header that keeps the draft. */
export const keepBookingDraft = ({ services: { settings } }: AppLoadContext, draft: BookingDraft): string =>
  setSignedCookie(settings, "booking_draft", draft, draftSeconds);

/** A Set-Cookie header that forgets it. */
export const forgetBookingDraft = ({ services: { settings } }: AppLoadContext): string =>
  forgetCookie(settings, "booking_draft");

/** A Set-Cookie header by which this browser remembers an unpaid place that it holds, besides those it did before. */
export function rememberHeld({ request, context: { services } }: Asking, bookingId: string): string {
  const { settings } = services;
  const { heldBookings } = readVisitor(request.headers.get("Cookie"), settings);
  return keepHeld(settings, [bookingId, ...heldBookings]);
}

/** Headers that give this browser a number for counting its unpaid holds; none where it has one. */
export function numberBrowser({ request, context: { services } }: Asking): HeadersInit {
  const { settings } = services;
  if (readVisitor(request.headers.get("Cookie"), settings).browserId) return {};
  return { "Set-Cookie": newBrowserCookie(settings) };
}

/** A purchase that this browser has begun or come back from; it opens nothing. */
export type PurchaseMark = {
  purchaseId: string;
  collection: CollectionName;
  /** Of whoever began it here. */
  email?: string | undefined;
  discountCode?: string | undefined;
  isReturned?: boolean | undefined;
};

/** The purchase that this browser has begun or come back from, if there is one. */
export function readPurchaseMark({ request, context }: Asking): PurchaseMark | null {
  const mark = readSignedCookie(context.services.settings, request.headers.get("Cookie"), "purchase");
  return isPurchaseMark(mark) ? mark : null;
}

/** A Set-Cookie header that keeps it. */
export const keepPurchaseMark = ({ services: { settings } }: AppLoadContext, mark: PurchaseMark): string =>
  setSignedCookie(settings, "purchase", mark, draftSeconds);

/** A Set-Cookie header that forgets it. */
export const forgetPurchaseMark = ({ services: { settings } }: AppLoadContext): string =>
  forgetCookie(settings, "purchase");

const isToast = (value: unknown): value is Toast => typeof value === "object" && value !== null && "title" in value;

function isDraft(value: unknown): value is BookingDraft {
  return typeof value === "object" && value !== null && "sessionId" in value && "email" in value;
}

function isPurchaseMark(value: unknown): value is PurchaseMark {
  return typeof value === "object" && value !== null && "purchaseId" in value;
}
