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
const gap = 24;
const amountWidth = 90;

type Pdf = Awaited<ReturnType<typeof openPdf>>["page"];

/** Draws a document from what was printed of it alone, so that it is the same whenever it is drawn. */
export async function drawInvoice(printed: PrintedInvoice, issuedAt: Date): Promise<Buffer> {
  const title = `${printed.title} ${printed.label}`;
  const author = printed.seller[0] ?? "";
  const { page, isWritten } = await openPdf({ margin, title, author, createdAt: issuedAt });
  drawHead(page, printed);
  for (const { text, note, quantity, amount } of printed.lines) {
    drawRow(page, quantity > 1 ? `${quantity} × ${text}` : text, amount, { note });
  }
  drawRow(page, "Total", printed.total, { isStrong: true });
  const taxes = printed.isTaxed ? printed.taxes : [];
  for (const { rate, net, tax } of taxes) drawRow(page, `${rate} included, on ${net} net`, tax);
  for (const { text, amount } of printed.paid) drawRow(page, text, amount);
  drawRule(page);
  page.fillColor(soft).font("sans").fontSize(9.5);
  page.text(printable(printed.notes.join("\n")), margin, page.y + 16, { width: widthOf(page), lineGap: 3 });
  page.end();
  return isWritten;
}

const widthOf = ({ page }: Pdf) => page.width - 2 * margin;

/** Draws title and number beside each other, then both sides. */
function drawHead(page: Pdf, printed: PrintedInvoice): void {
  const half = (widthOf(page) - gap) / 2;
  const isInvoice = printed.title === "Invoice";
  page.fillColor(ink).font("serif").fontSize(28).text(printed.title, margin, margin, { width: half });
  const facts = [
    `Number ${printed.label}`,
    `Date ${printed.issuedOn}`,
    printed.suppliedOn && `${isInvoice ? "Date of the sale" : "Date of the refund"} ${printed.suppliedOn}`,
    printed.corrects && `${isInvoice ? "Follows" : "Corrects"} ${printed.corrects}`,
    printed.reason,
  ].filter((text): text is string => Boolean(text));
  const beside = { width: half, align: "right", lineGap: 2 } as const;
  page
    .font("sans")
    .fontSize(10.5)
    .text(printable(facts.join("\n")), margin + half + gap, margin + 6, beside);
  const top = Math.max(page.y, margin + 60) + 24;
  drawSide(page, { label: "From", lines: printed.seller, left: margin, top });
  const bottom = page.y;
  drawSide(page, { label: "To", lines: printed.buyer, left: margin + half + gap, top });
  page.y = Math.max(bottom, page.y) + 28;
}

type Side = { label: string; lines: string[]; left: number; top: number };

function drawSide(page: Pdf, { label, lines, left, top }: Side): void {
  const width = (widthOf(page) - gap) / 2;
  page.fillColor(soft).font("sans").fontSize(9.5).text(label, left, top, { width });
  page.fillColor(ink).fontSize(11);
  page.text(printable(lines.join("\n")), left, top + 15, { width, lineGap: 2 });
}

type RowLook = { note?: string; isStrong?: boolean };

/** Draws a text with its amount, on the next page if there is no room left. */
function drawRow(page: Pdf, text: string, amount: string, { note = "", isStrong = false }: RowLook = {}): void {
  if (page.y > page.page.height - margin - 60) page.addPage();
  const { y } = page;
  drawRule(page);
  const right = margin + widthOf(page) - amountWidth;
  const width = widthOf(page) - amountWidth - 16;
  page.fillColor(ink).font(isStrong ? "strong" : "sans");
  page.fontSize(11).text(amount, right, y + 8, { width: amountWidth, align: "right" });
  page.text(printable(text), margin, y + 8, { width });
  if (note) page.fillColor(soft).font("sans").fontSize(9.5).text(printable(note), { width });
  page.y += 8;
}

const drawRule = (page: Pdf) =>
  page
    .moveTo(margin, page.y)
    .lineTo(margin + widthOf(page), page.y)
    .lineWidth(0.7)
    .stroke(line);
