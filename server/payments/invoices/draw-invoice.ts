import type { Context } from "../../core/context";
import { openPdf } from "../../platform/artwork/pdf";
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

type PdfFile = Awaited<ReturnType<typeof openPdf>>;
type Pdf = PdfFile["page"];

/** Draws a document from what was printed of it alone, so that it is the same whenever it is drawn. */
export async function drawInvoice(printed: PrintedInvoice, issuedAt: Date): Promise<Buffer> {
  const title = `${printed.title} ${printed.label}`;
  const author = printed.seller[0] ?? "";
  const texts = JSON.stringify(printed);
  const pdf = await openPdf({ margin, title, author, createdAt: issuedAt, texts });
  const { page, write, isWritten } = pdf;
  drawHead(pdf, printed);
  for (const { text, note, quantity, amount } of printed.lines) {
    drawRow(pdf, quantity > 1 ? `${quantity} × ${text}` : text, amount, { note });
  }
  drawRow(pdf, "Total", printed.total, { isStrong: true });
  const taxes = printed.isTaxed ? printed.taxes : [];
  for (const { rate, net, tax } of taxes) drawRow(pdf, `${rate} included, on ${net} net`, tax);
  for (const { text, amount } of printed.paid) drawRow(pdf, text, amount);
  drawRule(page);
  page.fillColor(soft);
  const notes = { font: "sans", size: 9.5, x: margin, y: page.y + 16, width: widthOf(page), lineGap: 3 } as const;
  write(printed.notes.join("\n"), notes);
  page.end();
  return isWritten;
}

const widthOf = ({ page }: Pdf) => page.width - 2 * margin;

/** Draws title and number beside each other, then both sides. */
function drawHead(pdf: PdfFile, printed: PrintedInvoice): void {
  const { page, write } = pdf;
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
  const beside = { x: margin + half + gap, y: margin + 6, width: half, align: "right", lineGap: 2 } as const;
  write(facts.join("\n"), { ...beside, font: "sans", size: 10.5 });
  const top = Math.max(page.y, margin + 60) + 24;
  drawSide(pdf, { label: "From", lines: printed.seller, left: margin, top });
  const bottom = page.y;
  drawSide(pdf, { label: "To", lines: printed.buyer, left: margin + half + gap, top });
  page.y = Math.max(bottom, page.y) + 28;
}

type Side = { label: string; lines: string[]; left: number; top: number };

function drawSide({ page, write }: PdfFile, { label, lines, left, top }: Side): void {
  const width = (widthOf(page) - gap) / 2;
  page.fillColor(soft).font("sans").fontSize(9.5).text(label, left, top, { width });
  page.fillColor(ink);
  write(lines.join("\n"), { font: "sans", size: 11, x: left, y: top + 15, width, lineGap: 2 });
}

type RowLook = { note?: string; isStrong?: boolean };

/** Draws a text with its amount, on the next page if there is no room left. */
function drawRow({ page, write }: PdfFile, text: string, amount: string, { note = "", isStrong }: RowLook = {}): void {
  if (page.y > page.page.height - margin - 60) page.addPage();
  const { y } = page;
  drawRule(page);
  const right = margin + widthOf(page) - amountWidth;
  const width = widthOf(page) - amountWidth - 16;
  const font = isStrong ? "strong" : "sans";
  page.fillColor(ink).font(font);
  page.fontSize(11).text(amount, right, y + 8, { width: amountWidth, align: "right" });
  write(text, { font, size: 11, x: margin, y: y + 8, width });
  if (note) {
    page.fillColor(soft);
    write(note, { font: "sans", size: 9.5, x: margin, y: page.y, width });
  }
  page.y += 8;
}

const drawRule = (page: Pdf) =>
  page
    .moveTo(margin, page.y)
    .lineTo(margin + widthOf(page), page.y)
    .lineWidth(0.7)
    .stroke(line);
