import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Queryable } from "@db/client";
import { DateTime } from "luxon";
import type { Zones } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import {
  findImported,
  type ImportablePass,
  type ImportedPass,
  readImportablePasses,
} from "../../selling/purchases/imported-passes";
import { describeColumns, type ImportColumn, placeColumns } from "./formats";
import { type DecimalSign, findDecimalSign, readMoney } from "./read-amounts";
import { readCsv } from "./read-csv";
import { type Cell, namesIn, readEmail } from "./read-person";
import type { ImportChoices, Problem } from "./read-rows";
import { type ReadValue, readInstant, shorten } from "./read-values";

type PassPlan = {
  passes: ImportedPass[];
  /** Rows that an earlier import has added. */
  known: number;
  problems: Problem[];
  /** A digest that differs if another import would be made. */
  digest: string;
};

type PlanContext = Pick<Zones, "settings"> & { clock: { now: () => Date } };

const rowsPerTurn = 100;

/** Decides which rows become passes. Throws invalid for a file that can't be read at all. */
export async function planPasses(
  db: Queryable,
  ctx: PlanContext,
  text: string,
  choices: ImportChoices,
): Promise<PassPlan> {
  const { header, rows } = await readCsv(text);
  const placed = placeColumns("passes", header);
  for (const column of ["email", "pass"] as const) if (!placed[column]) throw missing(column);
  const onSale = await readImportablePasses(db);
  const decimalSign = findDecimalSign(rows.map(({ cells }) => cells[placed.amount?.index ?? -1] ?? ""));
  const problems: Problem[] = [];
  const read = new Map<string, { pass: ImportedPass; row: number }>();
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === 0) await yieldToOthers();
    const note = (column: ImportColumn | null, message: string) =>
      void problems.push({ row: row.number, column: (column && placed[column]?.label) ?? "", message });
    const cellOf: Cell = (column) => row.cells[placed[column]?.index ?? -1] ?? "";
    const pass = readPass({ cell: cellOf, note, onSale, choices, decimalSign, ctx });
    const earlier = pass && read.get(pass.formKey);
    if (earlier) note(null, `This is the pass of row ${earlier.row} again. Give each a reference if there are two.`);
    else if (pass) read.set(pass.formKey, { pass, row: row.number });
  }
  const known = await findImported(db, [...read.keys()]);
  const added = [...read.values()].map(({ pass }) => pass).filter(({ formKey }) => !known.has(formKey));
  return { passes: added, known: known.size, problems, digest: digestOf(added) };
}

function missing(column: "email" | "pass"): DomainError {
  const what = column === "email" ? "the email address" : "the name of the pass";
  const message = `The file has no column for ${what}. Its first row must name one: ${describeColumns("passes", column)}.`;
  return new DomainError("invalid", message, { field: "file" });
}

type RowReader = {
  cell: Cell;
  note: (column: ImportColumn, message: string) => void;
  onSale: ImportablePass[];
  choices: ImportChoices;
  decimalSign: DecimalSign;
  ctx: PlanContext;
};

/** Reads a row; null if something is wrong with it, which is noted. */
function readPass({ cell, note, onSale, choices, decimalSign, ctx }: RowReader): ImportedPass | null {
  let isWrong = false;
  const take = <Value>(column: ImportColumn, read: ReadValue<Value>): Value | null => {
    if ("value" in read) return read.value;
    note(column, read.problem);
    isWrong = true;
    return null;
  };
  const found = take("email", readEmail(cell("email")));
  const pass = take("pass", findPass(cell("pass"), onSale));
  const left = pass && take("left", readLeft(cell("left"), pass));
  const endsAt = take("endsOn", readEnd(cell("endsOn"), choices, ctx));
  const { currency: chosen } = choices;
  const paid = take("amount", readMoney({ text: cell("amount"), currency: cell("currency"), chosen, decimalSign }));
  const boughtAt = take("bookedAt", readDay(cell("bookedAt"), choices));
  if (isWrong || !found || !pass || !paid) return null;
  const { firstName, lastName } = namesIn(cell);
  const row = { pass, email: normalEmail(found.email), left, endsAt, paid };
  return {
    ...row,
    name: `${firstName} ${lastName}`.trim(),
    boughtAt: boughtAt && boughtAt > ctx.clock.now() ? null : boughtAt,
    formKey: keyOf(cell("reference"), row),
  };
}

function findPass(title: string, onSale: ImportablePass[]): ReadValue<ImportablePass> {
  if (title === "") return { problem: "The name of the pass is missing." };
  const named = onSale.filter(({ product }) => product.title.toLowerCase() === title.toLowerCase());
  const [only] = named;
  if (only && named.length === 1) return { value: only };
  if (only) return { problem: `Several passes are called “${shorten(title)}”. Rename one of them.` };
  return { problem: `There is no pass called “${shorten(title)}”. Add it under Passes first; it need not be on sale.` };
}

function readLeft(text: string, { terms: { credits } }: ImportablePass): ReadValue<number | null> {
  if (credits === null) {
    return text === ""
      ? { value: null }
      : { problem: "This pass is for any number of sessions. Leave its credits empty." };
  }
  if (text === "") return { value: credits };
  const number = /^\d{1,3}(\.0+)?$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= credits) return { value: number };
  return { problem: `“${shorten(text)}” is not a number from 1 to ${credits}. Leave out passes that are used up.` };
}

function readEnd(text: string, choices: ImportChoices, { settings, clock }: PlanContext): ReadValue<Date | null> {
  const day = readDay(text, choices);
  if ("problem" in day || !day.value) return day;
  const { year, month, day: number } = DateTime.fromJSDate(day.value, { zone: choices.timeZone });
  const last = DateTime.fromObject({ year, month, day: number }, { zone: settings.siteTimeZone });
  const endsAt = last.startOf("day").plus({ days: 1 }).toJSDate();
  return endsAt > clock.now() ? { value: endsAt } : { problem: `It ended on ${shorten(text)}. Leave it out.` };
}

function readDay(text: string, { timeZone: zone, dateOrder: order }: ImportChoices): ReadValue<Date | null> {
  return text === "" ? { value: null } : readInstant(text, { zone, order, needsTime: false });
}

/** Returns an id made of the reference of the other system; without one, of the person, the pass and its end. */
function keyOf(reference: string, { email, pass, endsAt }: Pick<ImportedPass, "email" | "pass" | "endsAt">): string {
  const { id } = pass.product;
  const parts = reference ? ["reference", reference] : ["pass", email, id, endsAt?.toISOString() ?? ""];
  const digest = createHash("sha256")
    .update(JSON.stringify(["passes", ...parts]))
    .digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const digestOf = (added: ImportedPass[]): string =>
  createHash("sha256")
    .update(added.map(({ formKey, left, pass }) => `${formKey} ${left} ${pass.product.id}`).join("\n"))
    .digest("base64url");
