import { importFormat } from "@db/schema";

export const importFormats = importFormat.enumValues;
export type ImportFormat = (typeof importFormats)[number];

export const formatNames: Record<ImportFormat, string> = {
  generic: "A file of your own",
  momence: "Momence",
  eventbrite: "Eventbrite",
  customers: "A list of customers, without bookings",
  passes: "A list of passes and what is left on them",
  members: "A list of members, who pay you elsewhere or by card later",
};

/** What a booking, a customer or a pass consists of. */
const importColumns = [
  "email",
  "firstName",
  "lastName",
  "name",
  "title",
  "startsAt",
  "date",
  "time",
  "zone",
  "duration",
  "tickets",
  "amount",
  "currency",
  "payment",
  "status",
  "cancelled",
  "bookedAt",
  "reference",
  "pass",
  "left",
  "endsOn",
  "startsOn",
  "interval",
] as const;
export type ImportColumn = (typeof importColumns)[number];

/** The columns, in lower case, that may hold each value; the first one that the file has counts. */
type ColumnNames = Partial<Record<ImportColumn, readonly string[]>>;

const names = {
  firstName: ["first name", "attendee first name", "customer first name", "client first name", "given name"],
  lastName: ["last name", "surname", "attendee last name", "customer last name", "client last name", "family name"],
  name: ["name", "full name", "attendee name", "customer name", "customer", "client", "client name", "card name"],
};

/** The address of the person; whether "e-mail" has a hyphen makes no difference. */
const emails = ["email", "email address", "customer email", "client email", "attendee email", "mail"];

const mappings: Record<ImportFormat, ColumnNames> = {
  generic: {
    ...names,
    email: emails,
    title: ["session", "title", "session name", "class", "class name", "type"],
    startsAt: ["start", "starts at", "start time"],
    date: ["date", "class date", "visit date"],
    time: ["time", "class time", "visit time"],
    duration: ["minutes", "duration"],
    tickets: ["tickets", "places", "quantity"],
    amount: ["amount", "price", "total", "appointment price", "amount paid online"],
    currency: ["currency"],
    payment: ["payment", "payment status", "paid"],
    status: ["status"],
    bookedAt: ["booked", "booked at", "booking date", "date scheduled"],
    reference: ["reference", "booking id", "id", "appointment id"],
  },
  momence: {
    ...names,
    email: ["customer email", "email"],
    title: ["class name", "session name", "session"],
    startsAt: ["class date", "session date", "date"],
    tickets: ["tickets", "spots"],
    amount: ["sale value", "total", "paid", "price"],
    currency: ["currency"],
    cancelled: ["cancelled", "canceled"],
    bookedAt: ["sale date", "booking date"],
    reference: ["booking id"],
  },
  eventbrite: {
    ...names,
    email: ["attendee email", "email", "buyer email"],
    title: ["event name"],
    startsAt: ["date attending", "event date"],
    date: ["event start date"],
    time: ["event start time"],
    zone: ["event timezone"],
    tickets: ["ticket quantity", "quantity", "qty"],
    amount: ["total paid", "ticket price"],
    currency: ["currency"],
    status: ["attendee status"],
    bookedAt: ["order date"],
    reference: ["barcode number", "attendee #", "barcode #"],
  },
  customers: {
    ...names,
    email: emails,
  },
  passes: {
    ...names,
    email: emails,
    pass: ["pass", "package", "membership", "product"],
    left: ["credits left", "left", "remaining", "balance", "credits"],
    endsOn: ["ends on", "ends", "expires", "expiry date", "valid until"],
    amount: ["amount", "price", "paid", "total"],
    currency: ["currency"],
    bookedAt: ["bought", "bought on", "purchase date"],
    reference: ["reference", "id", "order id"],
  },
  members: {
    ...names,
    email: emails,
    pass: ["plan", "membership", "package", "product"],
    endsOn: ["until", "paid until", "ends on", "ends", "next payment", "renews on"],
    startsOn: ["from", "since", "starts on", "joined", "start date"],
    interval: ["interval", "paid by the", "billing period"],
    payment: ["payment", "paid by", "payment method", "pays"],
  },
};

/** Where each value is in the file's rows. */
export type ColumnPlaces = Partial<Record<ImportColumn, { index: number; label: string }>>;

export function placeColumns(format: ImportFormat, header: string[]): ColumnPlaces {
  const labels = header.map((label) => label.trim().replace(/\s+/g, " "));
  const plain = labels.map((label) =>
    label
      .toLowerCase()
      .replace(/\be-mail\b/, "email")
      .replace(/[?:*]+$/, "")
      .trim(),
  );
  const placed: ColumnPlaces = {};
  for (const column of importColumns) {
    const known = mappings[format][column] ?? [];
    const index = known.map((name) => plain.indexOf(name)).find((at) => at >= 0);
    if (index !== undefined) placed[column] = { index, label: labels[index] ?? "" };
  }
  return placed;
}

/** Returns the columns that a format looks for, for a message: “Customer email” or “Email”. */
export const describeColumns = (format: ImportFormat, column: ImportColumn): string =>
  (mappings[format][column] ?? []).map((name) => `“${name.charAt(0).toUpperCase()}${name.slice(1)}”`).join(" or ");
