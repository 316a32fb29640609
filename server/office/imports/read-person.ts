import { addressIn, typedEmail } from "../../core/email-address";
import type { ImportColumn } from "./formats";
import { type ReadValue, shorten } from "./read-values";

/** Returns a row's text in a column; empty if the file does not have it. */
export type Cell = (column: ImportColumn) => string;

const emailSchema = typedEmail("wrong");

export function readEmail(text: string): ReadValue<{ email: string }> {
  if (text === "") return { problem: "The email address is missing." };
  const email = emailSchema.safeParse(addressIn(text.replace(/^mailto:/i, "")));
  return email.success ? { value: { email: email.data } } : { problem: `“${shorten(text)}” is not an email address.` };
}

const mostOfName = 100;

/** Returns the names; without one, what precedes the @ of the address. */
export function namesIn(cell: Cell): { firstName: string; lastName: string } {
  const words = inOrder(cell("name")).split(/\s+/);
  const firstName = cell("firstName") || (cell("lastName") ? "" : (words[0] ?? ""));
  const lastName = cell("lastName") || (cell("firstName") ? "" : words.slice(1).join(" "));
  const isNamed = firstName !== "" || lastName !== "";
  const [local = ""] = cell("email").split("@");
  return { firstName: (isNamed ? firstName : local).slice(0, mostOfName), lastName: lastName.slice(0, mostOfName) };
}

/** Some programs write the last name first: "Example, Ann". */
const inOrder = (name: string): string => name.replace(/^([^,]+),\s*([^,]+)$/, "$2 $1");
