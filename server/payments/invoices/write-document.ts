import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Invoice, invoices } from "@db/schema";
import type { Invoicing } from "../../core/invoicing";
import type { Services } from "../../core/services";
import { printNumber, takeNumber, yearOf } from "./numbers";

/** A document before it has a number. Without a root it begins a sale. */
export type DocumentDraft = Omit<
  Invoice,
  "id" | "year" | "number" | "label" | "rootId" | "issuedAt" | "seller" | "manageKey"
> & {
  rootId: string | null;
};

type Writing = { services: Pick<Services, "clock" | "settings">; invoicing: Invoicing };

/**
 * Issues a document: takes its number and writes it in the caller's transaction, which should end soon. Its cause keeps
 * it from being issued twice. `take` is replaced in a test.
 */
export async function writeDocument(
  tx: Transaction,
  { services, invoicing }: Writing,
  { rootId, ...draft }: DocumentDraft,
  take = takeNumber,
): Promise<Invoice> {
  const id = randomUUID();
  const issuedAt = services.clock.now();
  const year = yearOf(issuedAt, services.settings.siteTimeZone);
  const number = await take(tx, { kind: draft.kind, year });
  const prefix = draft.kind === "invoice" ? invoicing.prefix : invoicing.creditPrefix;
  const { name, address, registration } = invoicing;
  const seller = { name, address, registration, taxNumber: invoicing.isVatRegistered ? invoicing.taxNumber : "" };
  const rows = await tx
    .insert(invoices)
    .values({
      ...draft,
      id,
      rootId: rootId ?? id,
      year,
      number,
      label: printNumber(prefix, year, number),
      issuedAt,
      seller,
    })
    .returning();
  return one(rows, "invoice");
}
