import type { Queryable } from "@db/client";
import { inputValueOf } from "../../platform/money/convert-price";
import { type pricesOf, priceTexts } from "../../platform/money/typed-prices";
import { choicesOf } from "../free-times/answers";
import { readOfferRates, readQuestions, requireOffer } from "../free-times/offers";
import type { OfferField, OfferValues, TypedOffer } from "./office-schemas";
import { printExceptions, printHours, readExceptions, readHours } from "./typed-hours";

export const numbers = [1, 2, 3, 4, 5] as const;
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const noPlace = { address: null, city: null, postCode: null };

type StoredPrices = Pick<ReturnType<typeof pricesOf>, "columns" | "rates">;

/** Reads an offer as its form is filled with it, and the address of its picture. Throws not_found. */
export async function readValues(db: Queryable, id: string): Promise<{ values: OfferValues; image: string | null }> {
  const { offer, rules } = await requireOffer(db, id);
  const questions = await readQuestions(db, id);
  const hoursOf = (weekday: number) => printHours(rules.hours.filter((hours) => hours.weekday === weekday));
  const rates = await readOfferRates(db, offer);
  const typed = {
    ...offer,
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
  return { values: printTyped(typed, { columns: offer, rates }), image: offer.thumbnailUrl };
}

/** Returns what was typed in the one way in which it is stored, so that forms can be compared. */
export function printTyped(typed: TypedOffer, { columns, rates }: StoredPrices): OfferValues {
  const isOnline = typed.locationType === "online";
  const normal: TypedOffer = {
    ...typed,
    ...(isOnline ? noPlace : { zoomLink: null }),
    ...priceTexts(columns, rates),
    price: inputValueOf(columns.enteredPriceMinor),
    exceptions: printExceptions(readExceptions(typed.exceptions)),
  };
  for (const weekday of weekdays) normal[`hours${weekday}`] = printHours(readHours(typed[`hours${weekday}`]) ?? []);
  for (const number of numbers) {
    const isAsked = typed[`label${number}`] !== null;
    if (!isAsked) Object.assign(normal, emptyQuestion(number));
    else if (typed[`kind${number}`] !== "choice") normal[`choices${number}`] = "";
    else normal[`choices${number}`] = choicesOf({ choices: typed[`choices${number}`] }).join("\n");
  }
  return Object.fromEntries(offerFields.map((name) => [name, textOf(normal[name])])) as OfferValues;
}

const emptyQuestion = (number: (typeof numbers)[number]) => ({
  [`kind${number}`]: "text",
  [`choices${number}`]: "",
  [`required${number}`]: false,
  [`private${number}`]: false,
});

const ownFields = [
  ...(["isOn", "title", "slug", "description", "category", "durationMinutes", "locationType", "zoomLink"] as const),
  ...(["address", "city", "postCode", "pricing", "price", "priceCurrency", "creditCost"] as const),
  ...(["rate1Name", "rate1Price", "rate2Name", "rate2Price", "rate3Name", "rate3Price"] as const),
  ...(["rate4Name", "rate4Price", "lowestAmount", "highestAmount", "suggestedAmount", "exceptions"] as const),
  ...(["bufferBeforeMinutes", "bufferAfterMinutes", "stepMinutes", "noticeHours", "horizonDays"] as const),
  ...(["maxPerDay", "needsApproval"] as const),
];

export const offerFields: OfferField[] = [
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
