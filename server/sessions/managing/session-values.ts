import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, type liveSessions, sessionCategories } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { unknownPlace } from "../../core/dates";
import { DomainError } from "../../core/errors";
import type { Money } from "../../core/money";
import { requireFile } from "../../platform/media/media-files";
import { imagePath } from "../../platform/media/media-kinds";
import { parseMinor, showPrice } from "../../selling/money/convert-price";
import type { SessionForm } from "./schemas";
import { fromLocalInput, toLocalInput } from "./session-times";

type Row = typeof liveSessions.$inferInsert;
export type SessionValues = Required<Omit<Row, "id" | OwnColumns>>;
type OwnColumns = "cancelledAt" | "rescheduledAt" | "calendarSequence" | "seriesId" | "version" | "createdAt";

export async function sessionValues(
  tx: Transaction,
  ctx: Pick<Context, "rates">,
  form: SessionForm,
  before: LiveSession | null = null,
): Promise<SessionValues> {
  await requireCategory(tx, form.category);
  return {
    title: form.title,
    description: normalizeLineBreaks(form.description),
    category: form.category || null,
    startTime: startOf(form, before),
    durationMinutes: form.durationMinutes,
    maxAttendees: form.maxAttendees ?? null,
    ...priceOf(ctx, form, before),
    ...placeOf(form, before),
    recordingUrl: form.recordingUrl || null,
    isRecordingPublic: form.isRecordingPublic,
    whatToBring: form.whatToBring ? normalizeLineBreaks(form.whatToBring) : null,
    thumbnailUrl: await imageOf(tx, form, before),
    isFeatured: form.isFeatured,
    isPublished: form.isPublished,
  };
}

/** An unchanged time is kept, even one that occurs twice. */
function startOf({ startsAt, timeZone }: SessionForm, before: LiveSession | null): Date {
  const isKept = before !== null && toLocalInput(before.startTime, timeZone) === startsAt.slice(0, 16);
  return isKept ? before.startTime : fromLocalInput(startsAt, timeZone);
}

async function requireCategory(db: Queryable, category: string | undefined): Promise<void> {
  if (!category) return;
  if ((await db.$count(sessionCategories, eq(sessionCategories.name, category))) > 0) return;
  throw new DomainError("invalid", "This category no longer exists. Please choose another.", { field: "category" });
}

/** An unchanged price keeps its amount in pounds. */
function priceOf({ rates }: Pick<Context, "rates">, form: SessionForm, before: LiveSession | null) {
  const entered: Money = { amountMinor: parseMinor(form.price), currency: form.priceCurrency };
  const isKept = before?.enteredPriceMinor === entered.amountMinor && before.enteredCurrency === entered.currency;
  const { list } = isKept
    ? { list: { amountMinor: before.priceMinor, currency: "GBP" as const } }
    : showPrice(entered, "GBP", rates);
  if (list.currency !== "GBP") {
    const message = `There is no exchange rate for ${entered.currency} right now. Please enter the price in GBP.`;
    throw new DomainError("invalid", message, { field: "price" });
  }
  return {
    priceMinor: list.amountMinor,
    enteredPriceMinor: entered.amountMinor,
    enteredCurrency: entered.currency,
  };
}

function placeOf(form: SessionForm, before: LiveSession | null) {
  const nowhere = { address: null, city: null, postCode: null };
  if (form.locationType === "online") {
    return { locationType: form.locationType, zoomLink: form.zoomLink || null, location: "online", ...nowhere };
  }
  const place = { address: form.address || null, city: form.city || null, postCode: form.postCode || null };
  return { locationType: form.locationType, zoomLink: null, location: locationOf(place, before), ...place };
}

type Place = Pick<LiveSession, "address" | "city" | "postCode">;

/** A venue's own name is kept while the address stays. */
function locationOf(place: Place, before: LiveSession | null): string {
  const lineOf = ({ address, city, postCode }: Place) => [address, city, postCode].filter(Boolean).join(", ");
  const isSame = before?.locationType === "onsite" && lineOf(before) === lineOf(place);
  return (isSame && before.location) || lineOf(place) || unknownPlace;
}

async function imageOf(tx: Transaction, form: SessionForm, before: LiveSession | null): Promise<string | null> {
  if (form.imageId) return imagePath(await requireFile(tx, form.imageId, "image"));
  return form.removeImage ? null : (before?.thumbnailUrl ?? null);
}

const normalizeLineBreaks = (text: string): string => text.replaceAll("\r\n", "\n");

/** `image`: what the form sends as `imageId` and `removeImage`. */
export type SessionField = Exclude<keyof SessionForm, "timeZone" | "imageId" | "removeImage"> | "image";

const readers = {
  title: (row) => row.title,
  description: (row) => row.description,
  category: (row) => row.category,
  startsAt: (row) => row.startTime.getTime(),
  durationMinutes: (row) => row.durationMinutes,
  maxAttendees: (row) => row.maxAttendees,
  price: (row) => row.enteredPriceMinor,
  priceCurrency: (row) => row.enteredCurrency,
  locationType: (row) => row.locationType,
  zoomLink: (row) => row.zoomLink,
  recordingUrl: (row) => row.recordingUrl,
  isRecordingPublic: (row) => row.isRecordingPublic,
  address: (row) => row.address,
  city: (row) => row.city,
  postCode: (row) => row.postCode,
  whatToBring: (row) => row.whatToBring,
  image: (row) => row.thumbnailUrl,
  isFeatured: (row) => row.isFeatured,
  isPublished: (row) => row.isPublished,
} satisfies Record<SessionField, (row: SessionValues) => unknown>;

export const changedFields = (before: LiveSession, after: SessionValues): SessionField[] =>
  (Object.keys(readers) as SessionField[]).filter((field) => readers[field](before) !== readers[field](after));
