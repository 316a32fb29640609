import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Queryable } from "@db/client";
import { importedCustomers, people } from "@db/schema";
import { sql } from "drizzle-orm";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { describeColumns, type ImportColumn, placeColumns } from "./formats";
import { readCsv } from "./read-csv";
import { namesIn, readEmail } from "./read-person";
import type { Problem } from "./read-rows";

type Customer = { email: string; name: string };

type CustomerPlan = {
  customers: Customer[];
  /** Rows of people who are known here. */
  known: number;
  /** Rows of an address that an earlier row has. */
  repeated: number;
  problems: Problem[];
  /** A digest that differs if another import would be made. */
  digest: string;
};

const rowsPerTurn = 250;

/** Decides which rows become new customers. Throws invalid for a file that can't be read at all. */
export async function planCustomers(db: Queryable, text: string): Promise<CustomerPlan> {
  const { customers, repeated, problems } = await readCustomers(text);
  const known = await findKnown(db, [...customers.keys()]);
  const added = [...customers.values()].filter(({ email }) => !known.has(email));
  const digest = createHash("sha256")
    .update(added.map(({ email }) => email).join("\n"))
    .digest("base64url");
  return { customers: added, known: known.size, repeated, problems, digest };
}

async function readCustomers(text: string) {
  const { header, rows } = await readCsv(text);
  const placed = placeColumns("customers", header);
  if (!placed.email) {
    const message = `The file has no column for the email address. Its first row must name one: ${describeColumns("customers", "email")}.`;
    throw new DomainError("invalid", message, { field: "file" });
  }
  const problems: Problem[] = [];
  const customers = new Map<string, Customer>();
  let repeated = 0;
  for (const [index, { number, cells }] of rows.entries()) {
    if (index % rowsPerTurn === 0) await yieldToOthers();
    const cell = (column: ImportColumn) => cells[placed[column]?.index ?? -1] ?? "";
    const read = readEmail(cell("email"));
    if ("problem" in read) {
      problems.push({ row: number, column: placed.email.label, message: read.problem });
      continue;
    }
    const email = normalEmail(read.value.email);
    const { firstName, lastName } = namesIn(cell);
    if (customers.has(email)) repeated += 1;
    else customers.set(email, { email, name: `${firstName} ${lastName}`.trim() });
  }
  return { customers, repeated, problems };
}

async function findKnown(db: Queryable, emails: string[]): Promise<Set<string>> {
  const addresses = sql`${sql.param(emails)}::text[]`;
  const { rows } = await db.execute<{ email: string }>(sql`
    select ${importedCustomers.email} as email from ${importedCustomers} where ${importedCustomers.email} = any(${addresses})
    union
    select ${people.address} from ${people} where ${people.address} = any(${addresses})`);
  return new Set(rows.map(({ email }) => email));
}
