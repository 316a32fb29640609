import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, type liveSessions, sessionCategories } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { unknownPlace } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { requireFile } from "../../platform/media/media-files";
import { imagePath } from "../../platform/media/media-kinds";
import { inputValueOf } from "../../platform/money/convert-price";
import { type PriceField, priceFields } from "../../platform/money/price-schemas";
import { type FormerPrices, pricesOf, priceTexts } from "../../platform/money/typed-prices";
import { type SessionForm, sessionForm } from "./schemas";
import type { NewRate } from "../../platform/money/price-rows";
import { fromLocalInput, toLocalInput } from "./session-times";

type OwnColumns =
  | ("cancelledAt" | "rescheduledAt" | "calendarSequence" | "seriesId" | "version" | "createdAt")
  | ("offerId" | "bufferBeforeMinutes" | "bufferAfterMinutes" | "slotFreedAt" | "blocked");
export type SessionValues = Required<Omit<typeof liveSessions.$inferInsert, "id" | OwnColumns>>;

/** Returns what is stored of a form. Throws invalid. */
export async function sessionValues(
  tx: Transaction,
  ctx: Context,
  form: SessionForm,
  former: (FormerPrices & { session: LiveSession }) | null = null,
): Promise<{ values: SessionValues; rates: NewRate[] }> {
  const before = former?.session ?? null;
  const { title, description, category, durationMinutes, maxAttendees, creditCost, locationType, ...others } = form;
  const { zoomLink, recordingUrl, isRecordingPublic, address, city, postCode, whatToBring, ...more } = others;
  const calledLikeColumns = {
    title,
    description,
    category,
    durationMinutes,
    maxAttendees,
    creditCost,
    locationType,
    zoomLink,
    recordingUrl,
    isRecordingPublic,
    address,
    city,
    postCode,
    whatToBring,
    isFeatured: more.isFeatured,
    isPublished: more.isPublished,
  };
  await requireCategory(tx, form.category);
  const { columns, rates } = pricesOf(ctx, form, former);
  const values = {
    ...calledLikeColumns,
    startTime: startOf(form, before),
    ...columns,
    ...placeOf(form, before),
    thumbnailUrl: await imageOf(tx, form, before),
  };
  return { values, rates };
}

/** Returns the start; an unchanged time is kept, even one that occurs twice. */
function startOf({ startsAt, timeZone }: SessionForm, before: LiveSession | null): Date {
  const isKept = before !== null && toLocalInput(before.startTime, timeZone) === startsAt.slice(0, 16);
  return isKept ? before.startTime : fromLocalInput(startsAt, timeZone);
}

async function requireCategory(db: Queryable, category: string | null): Promise<void> {
  if (!category) return;
  if ((await db.$count(sessionCategories, eq(sessionCategories.name, category))) > 0) return;
  throw new DomainError("invalid", "This category no longer exists. Please choose another.", { field: "category" });
}

function placeOf({ locationType, zoomLink, address, city, postCode }: SessionForm, before: LiveSession | null) {
  if (locationType === "online") return { zoomLink, location: "online", address: null, city: null, postCode: null };
  return { zoomLink: null, location: locationOf({ address, city, postCode }, before) };
}

type PostalAddress = Pick<LiveSession, "address" | "city" | "postCode">;

/** Returns the name of a venue; its own name is kept while the address stays. */
function locationOf(place: PostalAddress, before: LiveSession | null): string {
  const lineOf = ({ address, city, postCode }: PostalAddress) => [address, city, postCode].filter(Boolean).join(", ");
  const isSame = before?.locationType === "onsite" && lineOf(before) === lineOf(place);
  return (isSame && before.location) || lineOf(place) || unknownPlace;
}

async function imageOf(tx: Transaction, form: SessionForm, before: LiveSession | null): Promise<string | null> {
  if (form.imageId) return imagePath(await requireFile(tx, form.imageId, "image"));
  return form.removeImage ? null : (before?.thumbnailUrl ?? null);
}

/** `image`: what the form sends as `imageId` and `removeImage`. */
export type SessionField = Exclude<keyof SessionForm, "timeZone" | "imageId" | "removeImage"> | "image";

const sessionFields: SessionField[] = sessionForm
  .omit({ timeZone: true, removeImage: true })
  .keyof()
  .options.map((name) => (name === "imageId" ? "image" : name));

/** The columns of the fields that are not called like theirs. */
const columns = {
  startsAt: "startTime",
  price: "enteredPriceMinor",
  priceCurrency: "enteredCurrency",
  image: "thumbnailUrl",
} as const satisfies Record<Exclude<SessionField, keyof SessionValues | PriceField>, keyof SessionValues>;

const columnOf = (field: Exclude<SessionField, PriceField>) => (isRenamed(field) ? columns[field] : field);

const isRenamed = (field: SessionField): field is keyof typeof columns => field in columns;

const isPriceField = (field: SessionField): field is PriceField => field in priceFields;

/** A session as its form shows it: its columns and its rates. */
type FormSession = { session: SessionValues; rates: NewRate[] };

/** Returns the fields whose stored values differ. */
export function changedFields(before: FormSession, after: FormSession): SessionField[] {
  const [were, are] = [storedTexts(before), storedTexts(after)];
  return sessionFields.filter((field) => were[field] !== are[field]);
}

/** Returns a session as its form is filled with it: a checked box is "on", an unchecked one is empty. */
export function formValuesOf(
  session: LiveSession,
  rates: NewRate[],
  timeZone: string,
): Partial<Record<SessionField, string>> {
  const { image: _, ...values } = storedTexts({ session, rates });
  return {
    ...values,
    startsAt: toLocalInput(session.startTime, timeZone),
    price: inputValueOf(session.enteredPriceMinor),
  };
}

/** Returns what a form was filled from, in any time zone. Saving over another state is refused. */
export const formStateOf = (session: LiveSession, rates: NewRate[] = []): object => ({
  ...storedTexts({ session, rates }),
  isCancelled: session.cancelledAt !== null,
});

function storedTexts({ session, rates }: FormSession): Partial<Record<SessionField, string>> {
  const prices = priceTexts(session, rates);
  return Object.fromEntries(
    sessionFields.map((field) => [field, isPriceField(field) ? prices[field] : textOf(session[columnOf(field)])]),
  );
}

function textOf(value: SessionValues[keyof SessionValues]): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}
