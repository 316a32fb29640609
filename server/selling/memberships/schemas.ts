import { membershipInterval, membershipState } from "@db/schema";
import { z } from "zod";
import { typedEmail } from "../../core/email-address";
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
const isDayTyped = (typed: string): boolean => isDay(typed) && typed < "2200";
const day = z.string({ error: noDay }).refine(isDayTyped, noDay);
const interval = z.enum(membershipInterval.enumValues);
const amount = z
  .string()
  .trim()
  .default("")
  .refine((typed) => typed === "" || typedAmount.test(typed), "Enter an amount, or nothing");
/** What was paid elsewhere for a period; null if that is in no book of ours. */
const paidMinor = z.number().int().min(0).max(mostPrice).nullable().default(null);

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
  paidMinor,
});
export type NewMember = z.infer<typeof newMember>;

const changeKinds = ["extend", "give", "pause", "resume", "end"] as const;
export type ChangeKind = (typeof changeKinds)[number];

const noMonths = "Enter a number from 1 to 12";

/** What is done with a membership by hand: what a kind has no use for is left out. */
const change = {
  kind: z.enum(changeKinds),
  /** Of `extend`. */
  lastDay: z.string().default(""),
  /** Of `give`. */
  months: z.coerce.number<string | number>(noMonths).int(noMonths).default(0),
  /** The last day of a pause. */
  until: z.string().default(""),
  /** Of `end`. */
  when: z.enum(["now", "period_end"]).default("period_end"),
  reason,
  version: formVersion,
  formKey: z.uuid(),
};

type ChangedFields = { kind: ChangeKind; lastDay: string; months: number; until: string };

const ofChange = <Schema extends z.ZodType<ChangedFields>>(schema: Schema) =>
  schema
    .refine(({ kind, lastDay }) => kind !== "extend" || isDayTyped(lastDay), wrong("lastDay", noDay))
    .refine(({ kind, until }) => kind !== "pause" || isDayTyped(until), wrong("until", noDay))
    .refine(({ kind, months }) => kind !== "give" || (months >= 1 && months <= 12), wrong("months", noMonths));

export const membershipChangeForm = ofChange(z.object({ ...change, amount }));
export const membershipChange = ofChange(z.object({ ...change, ...membershipRef.shape, paidMinor }));
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
