import type { Context } from "../../core/context";
import { openPdf, printable } from "../../platform/artwork/pdf";
import { findInvoice, type PrintedInvoice, printInvoice } from "./read-invoice";
import type { z } from "zod";
import type { invoiceRef } from "./schemas";

/** Draws a document as a PDF for those who have its link. Throws not_found. */
export async function drawInvoiceFile(
  ctx: Context,
  ref: z.infer<typeof invoiceRef>,
): Promise<{ filename: string; pdf: Buffer }> {
  const found = await findInvoice(ctx.db, ref);
  const pdf = await drawInvoice(printInvoice(found, ctx), found.invoice.issuedAt);
  return { filename: `${found.invoice.label}.pdf`, pdf };
}

const ink = "#26302c";
const soft = "#5d6762";
const line = "#c9cfcb";
const margin = 56;
const amountWidth = 90;

/** Draws a document from what was printed of it alone, so that it is the same whenever it is drawn. */
export async function drawInvoice(printed: PrintedInvoice, issuedAt: Date): Promise<Buffer> {
  const [seller = ""] = printed.seller;
  const title = `${printed.title} ${printed.label}`;
  const { page, isWritten } = await openPdf({ margin, title, author: seller, createdAt: issuedAt });
  const width = page.page.width - 2 * margin;
  const half = (width - 24) / 2;
  page.fillColor(ink).font("serif").fontSize(28).text(printed.title, margin, margin, { width: half });
  const facts = [
    `Number ${printed.label}`,
    `Date ${printed.issuedOn}`,
    printed.suppliedOn &&
      `${printed.title === "Invoice" ? "Date of the sale" : "Date of the refund"} ${printed.suppliedOn}`,
    printed.corrects && `${printed.title === "Invoice" ? "Follows" : "Corrects"} ${printed.corrects}`,
    printed.reason,
  ].filter((text): text is string => Boolean(text));
  page.font("sans").fontSize(10.5).fillColor(ink);
  page.text(printable(facts.join("\n")), margin + half + 24, margin + 6, { width: half, align: "right", lineGap: 2 });
  const top = Math.max(page.y, margin + 60) + 24;
  const columns = [
    ["From", printed.seller],
    ["To", printed.buyer],
  ] as const;
  let bottom = top;
  columns.forEach(([label, lines], index) => {
    const left = margin + index * (half + 24);
    page.fillColor(soft).font("sans").fontSize(9.5).text(label, left, top, { width: half });
    page
      .fillColor(ink)
      .fontSize(11)
      .text(printable(lines.join("\n")), left, top + 15, { width: half, lineGap: 2 });
    bottom = Math.max(bottom, page.y);
  });
  page.y = bottom + 28;

  const row = (text: string, amount: string, { note = "", isStrong = false } = {}) => {
    if (page.y > page.page.height - margin - 60) page.addPage();
    const y = page.y;
    page
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.7)
      .stroke(line);
    const textWidth = width - amountWidth - 16;
    page
      .fillColor(ink)
      .font(isStrong ? "strong" : "sans")
      .fontSize(11);
    page.text(amount, margin + width - amountWidth, y + 8, { width: amountWidth, align: "right" });
    page.text(printable(text), margin, y + 8, { width: textWidth });
    if (note) page.fillColor(soft).font("sans").fontSize(9.5).text(printable(note), { width: textWidth });
    page.y += 8;
  };
  for (const { text, note, quantity, amount } of printed.lines) {
    row(quantity > 1 ? `${quantity} × ${text}` : text, amount, { note });
  }
  row("Total", printed.total, { isStrong: true });
  if (printed.isTaxed) {
    for (const { rate, net, tax } of printed.taxes) row(`${rate} included, on ${net} net`, tax);
  }
  for (const { text, amount } of printed.paid) row(text, amount);
  page
    .moveTo(margin, page.y)
    .lineTo(margin + width, page.y)
    .lineWidth(0.7)
    .stroke(line);
  page.fillColor(soft).font("sans").fontSize(9.5);
  page.text(printable(printed.notes.join("\n")), margin, page.y + 16, { width, lineGap: 3 });
  page.end();
  return isWritten;
}
