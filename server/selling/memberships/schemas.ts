import { membershipCollections, membershipInterval, membershipState } from "@db/schema";
import { z } from "zod";
import { typedEmail } from "../../core/email-address";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, isDay, searchText, typedLine, typedText } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import { oneOf, pageNumber } from "../../core/pagination";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";

export const membershipRef = z.object({ id: z.uuid() });

const mostPrice = 99_999_999;
const invalidPrice = "Enter an amount above 0, or nothing";

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** An amount that may be left empty. */
const optionalAmount = z
  .string()
  .trim()
  .default("")
  .refine((typed) => typed === "" || (typedAmount.test(typed) && parseMinor(typed) > 0), invalidPrice)
  .transform((typed) => (typed === "" ? null : parseMinor(typed)));

const optionalNumber = (least: number, most: number) => {
  const message = `Enter a number from ${least} to ${most}, or nothing`;
  return z
    .string()
    .trim()
    .default("")
    .refine((typed) => typed === "" || (/^\d{1,3}$/.test(typed) && isWithin(Number(typed), least, most)), message)
    .transform((typed) => (typed === "" ? null : Number(typed)));
};

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

const texts = { title: typedLine(60, "Enter a name"), description: typedText(1000).default("") };
const choices = {
  currency: z.enum(currencies).default("GBP"),
  categoryIds: z.array(z.uuid()).max(100).default([]),
  collections: z.enum(membershipCollections.enumValues).default("none"),
  collectionIds: z.array(z.uuid()).max(100).default([]),
};

const typedPlan = {
  ...texts,
  ...choices,
  monthly: optionalAmount,
  yearly: optionalAmount,
  coversSessions: ticked,
  placeLimit: optionalAmount,
  weeklyLimit: optionalNumber(1, 50),
  credits: optionalNumber(1, 100),
  carriedOver: optionalNumber(0, 100),
  discountPercent: optionalNumber(0, 90),
  trialDays: optionalNumber(0, 90),
  isOn: ticked,
};

const price = z.number().int().min(1, invalidPrice).max(mostPrice, invalidPrice).nullable();
const counted = (least: number, most: number) => z.number().int().min(least).max(most).nullable();

const plan = {
  ...texts,
  ...choices,
  monthly: price,
  yearly: price,
  coversSessions: z.boolean(),
  placeLimit: price.default(null),
  weeklyLimit: counted(1, 50),
  credits: counted(1, 100),
  carriedOver: counted(0, 100),
  discountPercent: counted(0, 90),
  trialDays: counted(0, 90),
  isOn: z.boolean(),
};

type PlanPrices = Record<"monthly" | "yearly", number | null>;
type PlanGrants = {
  coversSessions: boolean;
  credits: number | null;
  collections: string;
  collectionIds: string[];
  discountPercent: number | null;
};

const wrong = (field: string, message: string) => ({ message, path: [field], ...besideOtherErrors });
/** The rules of a plan that concern several fields. */
const ofPlan = <Schema extends z.ZodType<PlanPrices & PlanGrants>>(schema: Schema) =>
  schema
    .refine(({ monthly, yearly }) => monthly !== null || yearly !== null, wrong("monthly", "Enter at least one price"))
    .refine(
      ({ coversSessions, credits, collections, discountPercent }) =>
        coversSessions || credits !== null || collections !== "none" || (discountPercent ?? 0) > 0,
      wrong("coversSessions", "Choose at least one thing that members have"),
    )
    .refine(
      ({ collections, collectionIds }) => collections !== "chosen" || collectionIds.length > 0,
      wrong("collectionIds", "Choose at least one collection"),
    );

export const newPlanForm = ofPlan(z.object({ ...typedPlan, formKey: z.uuid() }));

export const editedPlanForm = ofPlan(z.object({ ...typedPlan, version: formVersion }));
export const newPlan = ofPlan(z.object({ ...plan, formKey: z.uuid() }));
export type NewPlan = z.infer<typeof newPlan>;
export const editedPlan = ofPlan(z.object({ ...plan, ...membershipRef.shape, version: formVersion }));
export type EditedPlan = z.infer<typeof editedPlan>;

/** What the form of a plan holds. */
export type PlanValues = Record<
  | "title"
  | "description"
  | "collections"
  | "monthly"
  | "yearly"
  | "weeklyLimit"
  | "placeLimit"
  | "credits"
  | "carriedOver"
  | "discountPercent"
  | "trialDays",
  string
> & {
  currency: Currency;
  coversSessions: boolean;
  categoryIds: string[];
  collectionIds: string[];
  isOn: boolean;
};

export type OpenedPlan = PlanValues & {
  id: string;
  version: string;
  /** Why it can't be deleted; null if it can. */
  kept: string | null;
};

/** A row of the back office's list. */
export type ListedPlan = { id: string; title: string; price: string; holds: string; members: number; isOn: boolean };

/** A plan as visitors see it. */
export type PlanOnSale = {
  id: string;
  title: string;
  description: string;
  /** A line for each price, such as "£45 a month". */
  prices: { interval: "month" | "year"; text: string }[];
  holds: string[];
};

const reason = typedText(300, "Enter a reason");
const noDay = "Enter a day";
const day = z.string({ error: noDay }).refine((typed) => isDay(typed) && typed < "2200", noDay);
const interval = z.enum(membershipInterval.enumValues);
const amount = z
  .string()
  .trim()
  .default("")
  .refine((typed) => typed === "" || typedAmount.test(typed), "Enter an amount, or nothing");

export const newMemberForm = z.object({
  plan: z.uuid("Choose a plan"),
  email: typedEmail("Enter the address of an account"),
  interval,
  from: day,
  until: day,
  amount,
  reason,
  formKey: z.uuid(),
});
export const newMember = newMemberForm.omit({ amount: true }).extend({
  /** What was paid elsewhere for the first period; null if that is in no book of ours. */
  paidMinor: z.number().int().min(0).max(mostPrice).nullable(),
});
export type NewMember = z.infer<typeof newMember>;

const change = { reason, version: formVersion, formKey: z.uuid() };
const noMonths = "Enter a number from 1 to 12";
const isDayTyped = (typed: string): boolean => isDay(typed) && typed < "2200";

export const changeKinds = ["extend", "give", "pause", "resume", "end"] as const;

/** What is done with a membership by hand; each kind has fields of its own. */
export const membershipChangeForm = z
  .object({
    kind: z.enum(changeKinds),
    lastDay: z.string().default(""),
    until: z.string().default(""),
    amount,
    months: z.string().default(""),
    when: z.enum(["now", "period_end"]).default("period_end"),
    ...change,
  })
  .refine(({ kind, lastDay }) => kind !== "extend" || isDayTyped(lastDay), wrong("lastDay", noDay))
  .refine(({ kind, until }) => kind !== "pause" || isDayTyped(until), wrong("until", noDay))
  .refine(({ kind, months }) => kind !== "give" || /^([1-9]|1[0-2])$/.test(months), wrong("months", noMonths));

export const membershipChange = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("extend"),
    lastDay: day,
    paidMinor: z.number().int().min(0).max(mostPrice).nullable(),
    ...change,
    ...membershipRef.shape,
  }),
  z.object({ kind: z.literal("give"), months: z.number().int().min(1).max(12), ...change, ...membershipRef.shape }),
  z.object({ kind: z.literal("pause"), until: day, ...change, ...membershipRef.shape }),
  z.object({ kind: z.literal("resume"), ...change, ...membershipRef.shape }),
  z.object({ kind: z.literal("end"), when: z.enum(["now", "period_end"]), ...change, ...membershipRef.shape }),
]);
export type MembershipChange = z.infer<typeof membershipChange>;

/** A plan, and how it is paid. */
export const joinChoice = z.object({ plan: z.uuid("Choose a membership"), interval });
export type JoinChoice = z.infer<typeof joinChoice>;

/** `key`: the price that was shown. */
export const joinForm = joinChoice.extend({ key: z.string().max(200) });
export type Joining = z.infer<typeof joinForm>;

/** What a member agrees to who joins. */
export type JoinOffer = JoinChoice & {
  key: string;
  title: string;
  /** "£45 a month". */
  price: string;
  holds: string[];
  /** Until when it is free. */
  trial: string | null;
  /** Whether a membership that has lapsed goes on. */
  isBack: boolean;
};

/** What a member wants of Stripe's portal: their card and invoices, or another plan. */
export const portalVisit = z.object({ for: z.enum(["card", "plan"]) });
export type PortalVisit = z.infer<typeof portalVisit>;

export const leavingForm = z.object({ leaveReason: typedText(500).default("") });
export type Leaving = z.infer<typeof leavingForm>;

export const memberQuery = z.object({
  search: searchText,
  plan: z.uuid().or(z.literal("")).default("").catch(""),
  state: oneOf(...membershipState.enumValues),
  page: pageNumber,
});
export type MemberQuery = z.infer<typeof memberQuery>;
