import { membershipInterval, membershipState } from "@db/schema";
import { z } from "zod";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, isDay, searchText, typedText } from "../../core/input-schemas";
import { oneOf, pageNumber } from "../../core/pagination";
import { typedAmount } from "../../platform/money/convert-price";

export const membershipRef = z.object({ id: z.uuid() });

const mostPrice = 99_999_999;

const wrong = (field: string, message: string) => ({ message, path: [field], ...besideOtherErrors });

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
  email: z.email("Enter the address of an account"),
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
