import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Queryable } from "@db/client";
import { DateTime } from "luxon";
import type { Zones } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { findLive, type ImportedMember } from "../../selling/memberships/join/imported-members";
import { selectPlans } from "../../selling/memberships/plans/manage-plans";
import type { Interval } from "../../selling/memberships/periods/periods";
import { describeColumns, type ImportColumn, placeColumns } from "./formats";
import { readCsv } from "./read-csv";
import { type Cell, namesIn, readEmail } from "./read-person";
import type { ImportChoices, Problem } from "./read-rows";
import { type ReadValue, readInstant, shorten } from "./read-values";

type MemberPlan = {
  members: ImportedMember[];
  /** Rows of people who have a membership here. */
  known: number;
  problems: Problem[];
  /** A digest that differs if another import would be made. */
  digest: string;
};

type PlanContext = Pick<Zones, "settings"> & { clock: { now: () => Date } };
type Plan = Awaited<ReturnType<typeof selectPlans>>[number];

const rowsPerTurn = 100;

/** Decides which rows become members. Throws invalid for a file that can't be read at all. */
export async function planMembers(
  db: Queryable,
  ctx: PlanContext,
  text: string,
  choices: ImportChoices,
): Promise<MemberPlan> {
  const { header, rows } = await readCsv(text);
  const placed = placeColumns("members", header);
  for (const column of ["email", "pass"] as const) if (!placed[column]) throw missing(column);
  const plans = await selectPlans(db);
  const problems: Problem[] = [];
  const read = new Map<string, { member: ImportedMember; row: number }>();
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === 0) await yieldToOthers();
    const note = (column: ImportColumn | null, message: string) =>
      void problems.push({ row: row.number, column: (column && placed[column]?.label) ?? "", message });
    const cell: Cell = (column) => row.cells[placed[column]?.index ?? -1] ?? "";
    const member = readMember({ cell, note, plans, choices, ctx });
    const earlier = member && read.get(member.email);
    if (earlier) note("email", `This is the address of row ${earlier.row} again. A member has one membership.`);
    else if (member) read.set(member.email, { member, row: row.number });
  }
  const known = await findLive(db, [...read.keys()]);
  const members = [...read.values()].map(({ member }) => member).filter(({ email }) => !known.has(email));
  return { members, known: known.size, problems, digest: digestOf(members) };
}

function missing(column: "email" | "pass"): DomainError {
  const what = column === "email" ? "the email address" : "the name of the membership";
  const message = `The file has no column for ${what}. Its first row must name one: ${describeColumns("members", column)}.`;
  return new DomainError("invalid", message, { field: "file" });
}

type RowReader = {
  cell: Cell;
  note: (column: ImportColumn, message: string) => void;
  plans: Plan[];
  choices: ImportChoices;
  ctx: PlanContext;
};

/** Reads a row; null if something is wrong with it, which is noted. */
function readMember({ cell, note, plans, choices, ctx }: RowReader): ImportedMember | null {
  let isWrong = false;
  const take = <Value>(column: ImportColumn, read: ReadValue<Value>): Value | null => {
    if ("value" in read) return read.value;
    note(column, read.problem);
    isWrong = true;
    return null;
  };
  const found = take("email", readEmail(cell("email")));
  const plan = take("pass", findPlan(cell("pass"), plans));
  const interval = plan && take("interval", readInterval(cell("interval"), plan));
  const isByCard = take("payment", readPayment(cell("payment")));
  const endsAt = take("endsOn", readEnd(cell("endsOn"), isByCard === true, choices, ctx));
  const startsAt = take("startsOn", readStart(cell("startsOn"), choices, ctx));
  if (isWrong || !found || !plan || !interval) return null;
  const email = normalEmail(found.email);
  const { firstName, lastName } = namesIn(cell);
  const paid = endsAt && startsAt ? { startsAt, endsAt } : null;
  const planId = plan.product.id;
  return {
    email,
    name: `${firstName} ${lastName}`.trim(),
    planId,
    interval,
    paid,
    formKey: keyOf(email, planId, endsAt),
  };
}

function findPlan(title: string, plans: Plan[]): ReadValue<Plan> {
  if (title === "") return { problem: "The name of the membership is missing." };
  const [only, second] = plans.filter(({ product }) => product.title.toLowerCase() === title.toLowerCase());
  if (second) return { problem: `Several memberships are called “${shorten(title)}”. Rename one of them.` };
  if (only) return { value: only };
  const where = "Add it under Memberships first; it need not be on sale.";
  return { problem: `There is no membership called “${shorten(title)}”. ${where}` };
}

const intervalWords: Record<string, Interval> = {
  month: "month",
  monthly: "month",
  months: "month",
  year: "year",
  yearly: "year",
  annual: "year",
  annually: "year",
};

function readInterval(text: string, { product, terms }: Plan): ReadValue<Interval> {
  const typed = text === "" ? null : intervalWords[text.toLowerCase()];
  if (typed === undefined) return { problem: `“${shorten(text)}” is neither “month” nor “year”.` };
  const interval = typed ?? (terms.monthlyMinor === null ? "year" : "month");
  const price = interval === "month" ? terms.monthlyMinor : terms.yearlyMinor;
  return price === null ? { problem: `“${product.title}” has no price by the ${interval}.` } : { value: interval };
}

/** Returns whether someone starts with a card. */
function readPayment(text: string): ReadValue<boolean> {
  const typed = text.toLowerCase();
  if (/^(card|by card|stripe|credit card)$/.test(typed)) return { value: true };
  if (/^(|elsewhere|cash|transfer|bank transfer|standing order)$/.test(typed)) return { value: false };
  return { problem: `“${shorten(text)}” is neither “card” nor “elsewhere”.` };
}

function readEnd(
  text: string,
  isByCard: boolean,
  choices: ImportChoices,
  { settings, clock }: PlanContext,
): ReadValue<Date | null> {
  if (isByCard) {
    return text === "" ? { value: null } : { problem: "It starts when a card is added. Leave its last day empty." };
  }
  if (text === "") return { problem: "The last day that is paid for is missing. Or is it paid by “card”?" };
  const start = readDayStart(text, choices, settings.siteTimeZone);
  if ("problem" in start) return start;
  const endsAt = start.value.plus({ days: 1 }).toJSDate();
  return endsAt > clock.now() ? { value: endsAt } : { problem: `It ended on ${shorten(text)}. Leave it out.` };
}

function readStart(text: string, choices: ImportChoices, { settings, clock }: PlanContext): ReadValue<Date> {
  const zone = settings.siteTimeZone;
  if (text === "") return { value: DateTime.fromJSDate(clock.now(), { zone }).startOf("day").toJSDate() };
  const start = readDayStart(text, choices, zone);
  if ("problem" in start) return start;
  const startsAt = start.value.toJSDate();
  return startsAt <= clock.now()
    ? { value: startsAt }
    : { problem: `${shorten(text)} is still to come. Choose today, or a day before.` };
}

/** Reads a day as its beginning in the site's zone. */
function readDayStart(text: string, { timeZone, dateOrder: order }: ImportChoices, zone: string): ReadValue<DateTime> {
  const read = readInstant(text, { zone: timeZone, order, needsTime: false });
  if ("problem" in read) return read;
  const { year, month, day } = DateTime.fromJSDate(read.value, { zone: timeZone });
  return { value: DateTime.fromObject({ year, month, day }, { zone }).startOf("day") };
}

/** Returns an id made of what names a row. */
function keyOf(email: string, planId: string, endsAt: Date | null): string {
  const parts = ["members", email, planId, endsAt?.toISOString() ?? ""];
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const digestOf = (members: ImportedMember[]): string =>
  createHash("sha256")
    .update(
      members.map(({ formKey, interval, paid }) => `${formKey} ${interval} ${paid?.startsAt.getTime()}`).join("\n"),
    )
    .digest("base64url");
