import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, type liveSessions, sessionCategories } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { unknownPlace } from "../../core/dates";
import { DomainError } from "../../core/errors";
import type { Money } from "../../core/money";
import { requireFile } from "../../platform/media/media-files";
import { imagePath } from "../../platform/media/media-kinds";
import { inputValueOf, parseMinor, showPrice } from "../../selling/money/convert-price";
import { type SessionForm, sessionForm } from "./schemas";
import { fromLocalInput, toLocalInput } from "./session-times";

type OwnColumns = "cancelledAt" | "rescheduledAt" | "calendarSequence" | "seriesId" | "version" | "createdAt";
export type SessionValues = Required<Omit<typeof liveSessions.$inferInsert, "id" | OwnColumns>>;

/** Returns what is stored of a form. Throws invalid. */
export async function sessionValues(
  tx: Transaction,
  ctx: Pick<Context, "rates">,
  form: SessionForm,
  before: LiveSession | null = null,
): Promise<SessionValues> {
  const { startsAt: _start, timeZone: _zone, price: _price, priceCurrency: _currency, ...others } = form;
  const { imageId: _image, removeImage: _removal, ...calledLikeColumns } = others;
  await requireCategory(tx, form.category);
  return {
    ...calledLikeColumns,
    startTime: startOf(form, before),
    ...priceOf(ctx, form, before),
    ...placeOf(form, before),
    thumbnailUrl: await imageOf(tx, form, before),
  };
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

/** Returns the price; an unchanged one keeps its amount in pounds. */
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
} as const satisfies Record<Exclude<SessionField, keyof SessionValues>, keyof SessionValues>;

const columnOf = (field: SessionField) => (isRenamed(field) ? columns[field] : field);

const isRenamed = (field: SessionField): field is keyof typeof columns => field in columns;

/** Returns the fields whose stored values differ. */
export const changedFields = (before: LiveSession, after: SessionValues): SessionField[] =>
  sessionFields.filter((field) => textOf(before[columnOf(field)]) !== textOf(after[columnOf(field)]));

/** Returns a session as its form is filled with it: a checked box is "on", an unchecked one is empty. */
export function formValuesOf(session: LiveSession, timeZone: string): Partial<Record<SessionField, string>> {
  const { image: _, ...values } = storedTexts(session);
  return {
    ...values,
    startsAt: toLocalInput(session.startTime, timeZone),
    price: inputValueOf(session.enteredPriceMinor),
  };
}

/** Returns what a form was filled from, in any time zone. Saving over another state is refused. */
export const formStateOf = (session: LiveSession): object => ({
  ...storedTexts(session),
  isCancelled: session.cancelledAt !== null,
});

const storedTexts = (session: LiveSession) =>
  Object.fromEntries(sessionFields.map((field) => [field, textOf(session[columnOf(field)])]));

function textOf(value: SessionValues[keyof SessionValues]): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}
