import type { AppLoadContext } from "@remix-run/node";
import { browserBookingsCookie, newBrowserCookie } from "@server/selling/bookings/pay/hold-cap";
import { ownAddress } from "@server/core/addresses";
import { forgetCookie, readCookie, readSignedCookie, setCookie, setSignedCookie } from "@server/core/cookies";
import { decrypt, encrypt } from "@server/core/encryption";
import type { Settings } from "@server/core/env";
import { browserPassesCookie } from "@server/catalogue/passes/holder";
import type { Currency } from "@server/core/money";
import { setCurrencyCookie } from "@server/platform/money/currency-choice";
import { readVisitor } from "@server/api/request-context";
import { z } from "zod";
import type { RequestContext } from "./api.server";

export function timeZoneOf({ request, context }: RequestContext): string {
  const { auth, services } = context;
  return auth.user?.timeZone ?? readVisitor(request.headers.get("Cookie"), services.settings).timeZone;
}

export const currencyOf = ({ request, context }: RequestContext): Currency =>
  context.auth.user?.currency ??
  context.currency ??
  readVisitor(request.headers.get("Cookie"), context.services.settings).currency;

export const keepCurrency = ({ services: { settings } }: AppLoadContext, currency: Currency): string =>
  setCurrencyCookie(settings, currency);

const yearSeconds = 365 * 24 * 60 * 60;

/** Returns what this browser remembers of how it plays recordings; empty for nothing. */
export const readPlaying = ({ request, context }: RequestContext): string =>
  readCookie(context.services.settings, request.headers.get("Cookie"), "playing") ?? "";

export const keepPlaying = ({ services: { settings } }: AppLoadContext, choices: string): string =>
  setCookie(settings, "playing", choices, yearSeconds);

/** The input of the booking form, kept while the visitor is on the payment page. */
const typed = z.string().optional();

const bookingDraft = z.object({
  answer1: typed,
  answer2: typed,
  answer3: typed,
  answer4: typed,
  answer5: typed,
  rate1: typed,
  rate2: typed,
  rate3: typed,
  rate4: typed,
  rate5: typed,
  rate6: typed,
  amount: typed,
  /** Null for a guest. Only the account that typed it is shown it. */
  userId: z.string().nullable(),
  sessionId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  discountCode: z.string().exactOptional(),
  healthVersion: z.string().exactOptional(),
  healthNote: z.string().exactOptional(),
  quantity: z.string().exactOptional(),
  ticketNames: z.string().exactOptional(),
  paying: z.string().exactOptional(),
  /** The pass that is bought first, and the form to come back to. */
  passId: z.string().exactOptional(),
  path: z.string().exactOptional(),
  announcements: z.string().exactOptional(),
  /** Whether long texts did not fit in, which the form says. */
  isShortened: z.boolean().exactOptional(),
});

export type BookingDraft = z.infer<typeof bookingDraft>;

const draftSeconds = 60 * 60;

export function readBookingDraft({ request, context }: RequestContext, sessionId: string): BookingDraft | null {
  const draft = readOwnDraft({ request, context });
  return draft?.sessionId === sessionId ? draft : null;
}

/** Returns what was typed into the form from which a visitor has come to a pass; null for all other ways there. */
export function readDraftOfPass(args: RequestContext, passId: string): (BookingDraft & { path: string }) | null {
  const draft = readOwnDraft(args);
  const path = ownAddress(draft?.path);
  return draft?.passId === passId && path !== null ? { ...draft, path } : null;
}

function readOwnDraft({ request, context }: RequestContext): BookingDraft | null {
  const { data: draft } = bookingDraft.safeParse(readSealedDraft(context.services.settings, request));
  return draft && draft.userId === (context.auth.user?.id ?? null) ? draft : null;
}

export const keepBookingDraft = ({ services: { settings } }: AppLoadContext, draft: BookingDraft): string =>
  setCookie(settings, "booking_draft", sealDraft(settings, draft), draftSeconds);

const refusedSeconds = 15 * 60;

/** Keeps what was typed into a form that was refused for good, until the waitlist's or another form is filled with it. */
export const keepRefusedDraft = ({ services: { settings } }: AppLoadContext, draft: BookingDraft): string =>
  setCookie(settings, "booking_draft", sealDraft(settings, draft), refusedSeconds);

const draftSubject = "a booking draft";

/** Browsers refuse a cookie of more than 4,096 bytes, with its name and attributes. */
const maxSealed = 3800;

/** The texts that can be long. */
const longTexts = ["answer1", "answer2", "answer3", "answer4", "answer5", "healthNote", "ticketNames"] as const;

/** Leaves out the longest texts while the browser would refuse the cookie, and with it all that was typed. */
function sealDraft(settings: Settings, draft: BookingDraft): string {
  const whole = encrypt(settings, JSON.stringify(draft), draftSubject);
  // Base64 needs escaping in a cookie.
  if (encodeURIComponent(whole).length <= maxSealed) return whole;
  const sizeOf = (name: (typeof longTexts)[number]) => Buffer.byteLength(draft[name] ?? "");
  const [longest] = longTexts.filter(sizeOf).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (longest) return sealDraft(settings, { ...draft, [longest]: undefined, isShortened: true });
  const { userId, sessionId, quantity, passId, path, paying } = draft;
  const contact = {
    firstName: shorten(draft.firstName),
    lastName: shorten(draft.lastName),
    email: shorten(draft.email),
  };
  return encrypt(
    settings,
    JSON.stringify({ userId, sessionId, quantity, passId, path, paying, ...contact, isShortened: true }),
    draftSubject,
  );
}

/** Forms take no longer names and addresses. */
const shorten = (text: string): string => text.slice(0, 254);

/**
 * Reads the draft, which is encrypted because it holds the health note. One that the previous version has only signed
 * is read for its hour.
 */
function readSealedDraft(settings: Settings, request: Request): unknown {
  const header = request.headers.get("Cookie");
  try {
    return JSON.parse(decrypt(settings, readCookie(settings, header, "booking_draft") ?? "", draftSubject));
  } catch {
    return readSignedCookie(settings, header, "booking_draft");
  }
}

export const forgetBookingDraft = ({ services: { settings } }: AppLoadContext): string =>
  forgetCookie(settings, "booking_draft");

/** Returns a Set-Cookie header by which this browser remembers a guest's booking, beside earlier ones. */
export function rememberBooking({ request, context: { services } }: RequestContext, bookingId: string): string {
  const { settings } = services;
  const { browserBookings } = readVisitor(request.headers.get("Cookie"), settings);
  return browserBookingsCookie(settings, [bookingId, ...browserBookings]);
}

/** Returns whether the request's browser has made this booking as a guest. */
export const isMadeInBrowser = ({ request, context }: RequestContext, bookingId: string): boolean =>
  readVisitor(request.headers.get("Cookie"), context.services.settings).browserBookings.includes(bookingId);

/** Returns headers that number this browser for counting its holds; none if it has a number. */
export function numberBrowser({ request, context: { services } }: RequestContext): HeadersInit {
  const { settings } = services;
  if (readVisitor(request.headers.get("Cookie"), settings).browserId) return {};
  return { "Set-Cookie": newBrowserCookie(settings) };
}

/** Returns a Set-Cookie header by which this browser may book with the pass of a guest's purchase, beside earlier ones. */
export function rememberPass({ request, context: { services } }: RequestContext, purchaseId: string): string {
  const { settings } = services;
  const { browserPasses } = readVisitor(request.headers.get("Cookie"), settings);
  return browserPassesCookie(settings, [purchaseId, ...browserPasses]);
}

/** A purchase that this browser has begun or returned from; it gives no access. */
const purchaseMark = z.object({
  purchaseId: z.string(),
  /** The page of what is bought. */
  path: z.string(),
  /** The buyer's address, only if the purchase was begun in this browser. */
  email: z.string().optional(),
  /** What a guest has typed about themselves. */
  contact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).optional(),
  discountCode: z.string().optional(),
  /** The rate or amount that was chosen. */
  rate1: z.string().optional(),
  amount: z.string().optional(),
  isReturned: z.boolean().optional(),
  /** Whether it returned with the id of no purchase. */
  isUnknown: z.boolean().optional(),
});

export type PurchaseMark = z.infer<typeof purchaseMark>;

export function readPurchaseMark({ request, context }: RequestContext): PurchaseMark | null {
  const cookie = readSignedCookie(context.services.settings, request.headers.get("Cookie"), "purchase");
  return purchaseMark.safeParse(cookie).data ?? null;
}

export const keepPurchaseMark = ({ services: { settings } }: AppLoadContext, mark: PurchaseMark): string =>
  setSignedCookie(settings, "purchase", mark, draftSeconds);

export const forgetPurchaseMark = ({ services: { settings } }: AppLoadContext): string =>
  forgetCookie(settings, "purchase");

const resetSeconds = 60 * 60;

/** Remembers for as long as a reset link works that this browser has asked for one; it gives no access. */
export const keepReset = ({ services: { settings } }: AppLoadContext): string =>
  setSignedCookie(settings, "reset", true, resetSeconds);

export const isResetting = ({ request, context }: RequestContext): boolean =>
  readSignedCookie(context.services.settings, request.headers.get("Cookie"), "reset") === true;

export const forgetReset = ({ services: { settings } }: AppLoadContext): string => forgetCookie(settings, "reset");
