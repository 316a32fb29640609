import { membershipCollections } from "@db/schema";
import { z } from "zod";
import {
  boxes,
  choice,
  currency,
  description,
  nameLine,
  onSale,
  optionalAmount,
  optionalCount,
  tick,
} from "../../../catalogue/products/office/fields";
import { productForm, type StoredOf } from "../../../catalogue/products/office/form";

const collectionWords = { none: "None", all: "All collections", chosen: "Some collections only" };
const isHalf = true;

export const planFields = {
  isOn: onSale("If not, no one can join. Members keep what they have."),
  title: nameLine({ hint: "Such as “Two evenings a week”." }),
  description: description(),
  monthly: optionalAmount("Price a month", { isHalf }),
  yearly: optionalAmount("Price a year", { isHalf }),
  currency: currency(),
  trialDays: optionalCount("Free days to begin with", { least: 0, most: 90, isHalf }),
  coversSessions: tick("Sessions at no cost", { hint: "One place for the member in each.", begins: "on" }),
  categoryIds: boxes("Categories of these sessions; none for all"),
  weeklyLimit: optionalCount("At most a week", { least: 1, most: 50, hint: "Empty: any number.", isHalf }),
  discountPercent: optionalCount("Off other sessions, passes, courses and recordings (%)", {
    least: 0,
    most: 90,
    hint: "Not together with a discount code: what takes more off counts.",
    isHalf,
  }),
  placeLimit: optionalAmount("For sessions up to, a place", {
    hint: "In the currency above. Dearer sessions are neither at no cost nor paid by credits, unless they say so in their own form. Empty: any price. Members keep what they joined with.",
    isHalf,
    begins: "30",
  }),
  credits: optionalCount("Credits a month", { least: 1, most: 100, isHalf }),
  carriedOver: optionalCount("Carried over", {
    least: 0,
    most: 100,
    hint: "How many unused credits stay at most.",
    isHalf,
  }),
  collections: choice("Recordings", z.enum(membershipCollections.enumValues).default("none"), {
    words: collectionWords,
    begins: "none",
  }),
  collectionIds: boxes("Collections, if it is some only"),
};

export type TypedPlan = StoredOf<typeof planFields>;

const hasPrice = {
  isKept: ({ monthly, yearly }: Pick<TypedPlan, "monthly" | "yearly">) => monthly !== null || yearly !== null,
  message: "Enter at least one price",
  field: "monthly",
} as const;

const grantsSomething = {
  isKept: ({ coversSessions, credits, collections, discountPercent }: TypedPlan) =>
    coversSessions || credits !== null || collections !== "none" || (discountPercent ?? 0) > 0,
  message: "Choose at least one thing that members have",
  field: "coversSessions",
} as const;

const namesCollections = {
  isKept: ({ collections, collectionIds }: Pick<TypedPlan, "collections" | "collectionIds">) =>
    collections !== "chosen" || collectionIds.length > 0,
  message: "Choose at least one collection",
  field: "collectionIds",
} as const;

export const planForm = productForm({ fields: planFields, rules: [hasPrice, grantsSomething, namesCollections] });
