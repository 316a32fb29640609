import type { Queryable, Transaction } from "@db/client";
import { isUniqueViolation } from "@db/errors";
import {
  type OneToOneOffer,
  oneToOneExceptions,
  oneToOneHours,
  oneToOneOffers,
  oneToOneQuestions,
  sessionCategories,
} from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { formatPrice } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { inputValueOf, parseMinor, showPrice } from "../../selling/money/convert-price";
import { choicesOf } from "../free-times/answers";
import { lockOffer, readQuestions, requireOffer } from "../free-times/offers";
import type { EditedOffer, NewOffer, OfferValues, TypedOffer } from "./office-schemas";
import { printExceptions, printHours, readExceptions, readHours } from "./typed-hours";

/** Lists every offer, the newest last. */
export async function listOfficeOffers({ db }: Pick<Context, "db">) {
  const offers = await db.select().from(oneToOneOffers).orderBy(asc(oneToOneOffers.createdAt), asc(oneToOneOffers.id));
  return offers.map(
    ({ id, slug, title, isOn, enteredPriceMinor: amountMinor, enteredCurrency: currency, ...offer }) => ({
      ...{ id, slug, title, isOn, needsApproval: offer.needsApproval },
      minutes: offer.durationMinutes,
      price: formatPrice({ amountMinor, currency }),
    }),
  );
}

/** Returns what the form of a new offer chooses from. */
export async function getNewOffer({ db, settings }: Pick<Context, "db" | "settings">) {
  return { categories: await listCategoryNames(db), zone: settings.siteTimeZone };
}

/** Throws not_found. */
export async function getOfferToEdit(ctx: Pick<Context, "db" | "settings">, { id }: { id: string }) {
  const values = await readValues(ctx.db, id);
  return { id, values, version: versionOf(values), ...(await getNewOffer(ctx)) };
}

async function listCategoryNames(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ name: sessionCategories.name })
    .from(sessionCategories)
    .orderBy(sessionCategories.name);
  return rows.map(({ name }) => name);
}

/** Adds an offer. The form key becomes its id, so posting twice adds it once. Throws invalid. */
export async function createOffer(ctx: MemberContext, { formKey: id, ...typed }: NewOffer): Promise<void> {
  await withFreeSlug(() =>
    inTransaction(ctx, async (tx) => {
      const values = { id, ...(await columnsOf(tx, ctx, typed, null)), createdAt: ctx.clock.now() };
      const made = await tx
        .insert(oneToOneOffers)
        .values(values)
        .onConflictDoNothing({ target: oneToOneOffers.id })
        .returning({ id: oneToOneOffers.id });
      if (made.length === 0) return;
      await writeRows(tx, id, typed);
      await audit(tx, ctx, "offer.created", id, { title: typed.title });
    }),
  );
}

/** Changes what is offered from now on; booked sessions stay as they are. Throws not_found, changed_meanwhile, invalid. */
export async function editOffer(ctx: MemberContext, { id, version, ...typed }: EditedOffer): Promise<void> {
  await withFreeSlug(() =>
    inTransaction(ctx, async (tx) => {
      const before = await lockOffer(tx, id);
      const [now, wanted] = [await readValues(tx, id), printTyped(typed)];
      refuseOutdated({ now, wanted, version });
      const keys = Object.keys(wanted) as (keyof OfferValues)[];
      const changed = keys.filter((key) => now[key] !== wanted[key]);
      if (changed.length === 0) return;
      await tx
        .update(oneToOneOffers)
        .set(await columnsOf(tx, ctx, typed, before))
        .where(eq(oneToOneOffers.id, id));
      for (const table of [oneToOneHours, oneToOneExceptions, oneToOneQuestions]) {
        await tx.delete(table).where(eq(table.offerId, id));
      }
      await writeRows(tx, id, typed);
      await audit(tx, ctx, "offer.edited", id, { changed });
    }),
  );
}

async function withFreeSlug(save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("invalid", "Another one-to-one session has this address.", { field: "slug", cause: error });
  }
}

async function columnsOf(
  tx: Transaction,
  { rates }: Pick<Context, "rates">,
  typed: TypedOffer,
  before: OneToOneOffer | null,
) {
  const { isOn, title, slug, description, category, durationMinutes, locationType, creditCost, needsApproval } = typed;
  const { bufferBeforeMinutes, bufferAfterMinutes, stepMinutes, noticeHours, horizonDays, maxPerDay } = typed;
  if (category && !(await listCategoryNames(tx)).includes(category)) {
    throw new DomainError("invalid", "This category no longer exists. Please choose another.", { field: "category" });
  }
  const place =
    locationType === "online" ? { zoomLink: typed.zoomLink, ...noPlace } : { ...placeOf(typed), zoomLink: null };
  return {
    ...{ isOn, title, slug, description, category, durationMinutes, locationType, creditCost, needsApproval },
    ...{ bufferBeforeMinutes, bufferAfterMinutes, stepMinutes, noticeHours, horizonDays, maxPerDay },
    ...place,
    ...pricesOf(typed, { rates, before }),
  };
}

const noPlace = { address: null, city: null, postCode: null };
const placeOf = ({ address, city, postCode }: TypedOffer) => ({ address, city, postCode });

/** Returns the price as typed and in pounds; an unchanged one keeps its amount in pounds. Throws invalid. */
function pricesOf(
  { price, priceCurrency: enteredCurrency }: TypedOffer,
  { rates, before }: Pick<Context, "rates"> & { before: OneToOneOffer | null },
) {
  const enteredPriceMinor = parseMinor(price);
  const entered = { enteredPriceMinor, enteredCurrency };
  const isKept = before?.enteredPriceMinor === enteredPriceMinor && before.enteredCurrency === enteredCurrency;
  if (isKept) return { ...entered, priceMinor: before.priceMinor };
  const { list } = showPrice({ amountMinor: enteredPriceMinor, currency: enteredCurrency }, "GBP", rates);
  if (list.currency === "GBP") return { ...entered, priceMinor: list.amountMinor };
  const message = `There is no exchange rate for ${enteredCurrency} right now. Please enter the price in GBP.`;
  throw new DomainError("invalid", message, { field: "price" });
}

const numbers = [1, 2, 3, 4, 5] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

async function writeRows(tx: Transaction, offerId: string, typed: TypedOffer): Promise<void> {
  const hours = weekdays.flatMap((weekday) =>
    (readHours(typed[`hours${weekday}`]) ?? []).map((each) => ({ offerId, weekday, ...each })),
  );
  if (hours.length > 0) await tx.insert(oneToOneHours).values(hours);
  const exceptions = readExceptions(typed.exceptions).map((row) => ({ offerId, ...row }));
  if (exceptions.length > 0) await tx.insert(oneToOneExceptions).values(exceptions);
  const questions = numbers.flatMap((number) => {
    const label = typed[`label${number}`];
    if (label === null) return [];
    const kind = typed[`kind${number}`];
    const choices = kind === "choice" ? choicesOf({ choices: typed[`choices${number}`] }) : null;
    if (choices && choices.length < 2) {
      throw new DomainError("invalid", "Write at least two answers, one a line", { field: `choices${number}` });
    }
    const isRequired = typed[`required${number}`];
    const isPrivate = typed[`private${number}`];
    return [{ offerId, number, kind, label, choices: choices && choices.join("\n"), isRequired, isPrivate }];
  });
  if (questions.length > 0) await tx.insert(oneToOneQuestions).values(questions);
}

/** Reads an offer as its form is filled with it. Throws not_found. */
async function readValues(db: Queryable, id: string): Promise<OfferValues> {
  const { offer, rules } = await requireOffer(db, id);
  const questions = await readQuestions(db, id);
  const hoursOf = (weekday: number) => printHours(rules.hours.filter((hours) => hours.weekday === weekday));
  const typed = {
    ...offer,
    price: inputValueOf(offer.enteredPriceMinor),
    priceCurrency: offer.enteredCurrency,
    exceptions: printExceptions(rules.exceptions),
    ...Object.fromEntries(weekdays.map((weekday) => [`hours${weekday}`, hoursOf(weekday)])),
    ...Object.assign(
      {},
      ...numbers.map((number) => {
        const asked = questions.find((question) => question.number === number);
        return {
          [`label${number}`]: asked?.label ?? null,
          [`kind${number}`]: asked?.kind ?? "text",
          [`choices${number}`]: asked?.choices ?? "",
          [`required${number}`]: asked?.isRequired ?? false,
          [`private${number}`]: asked?.isPrivate ?? false,
        };
      }),
    ),
  } as TypedOffer;
  return printTyped(typed);
}

/** Returns what was typed in the one way in which it is stored, so that forms can be compared. */
function printTyped(typed: TypedOffer): OfferValues {
  const { price, exceptions } = typed;
  const isOnline = typed.locationType === "online";
  const normal: TypedOffer = {
    ...typed,
    ...(isOnline ? noPlace : { zoomLink: null }),
    price: inputValueOf(parseMinor(price)),
    exceptions: printExceptions(readExceptions(exceptions)),
  };
  for (const weekday of weekdays) normal[`hours${weekday}`] = printHours(readHours(typed[`hours${weekday}`]) ?? []);
  for (const number of numbers) {
    const isAsked = typed[`label${number}`] !== null;
    if (!isAsked) Object.assign(normal, emptyQuestion(number));
    else if (typed[`kind${number}`] !== "choice") normal[`choices${number}`] = "";
    else normal[`choices${number}`] = choicesOf({ choices: typed[`choices${number}`] }).join("\n");
  }
  return Object.fromEntries(fieldNames.map((name) => [name, textOf(normal[name])])) as OfferValues;
}

const emptyQuestion = (number: (typeof numbers)[number]) => ({
  ...{ [`kind${number}`]: "text", [`choices${number}`]: "", [`required${number}`]: false, [`private${number}`]: false },
});

const ownFields = [
  ...(["isOn", "title", "slug", "description", "category", "durationMinutes", "locationType", "zoomLink"] as const),
  ...(["address", "city", "postCode", "price", "priceCurrency", "creditCost", "exceptions"] as const),
  ...(["bufferBeforeMinutes", "bufferAfterMinutes", "stepMinutes", "noticeHours", "horizonDays"] as const),
  ...(["maxPerDay", "needsApproval"] as const),
];

const fieldNames: (keyof TypedOffer)[] = [
  ...ownFields,
  ...weekdays.map((weekday) => `hours${weekday}` as const),
  ...numbers.flatMap((number) => [
    `label${number}` as const,
    `kind${number}` as const,
    `choices${number}` as const,
    `required${number}` as const,
    `private${number}` as const,
  ]),
];

function textOf(value: string | number | boolean | null): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}
