import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { paletteOf } from "../../core/accent";
import { recallOwnSettings } from "../../core/site-settings";
import { openPdf } from "../../platform/artwork/pdf";
import { getMyGiftCard, type OwnCardRef, type PrintedCard } from "./my-gift-cards";

/** Returns a gift card as a PDF: one page of A4 in the site's look, with its fonts in the file. Throws not_found. */
export async function drawMyGiftCard(ctx: Context, ref: OwnCardRef): Promise<{ filename: string; pdf: Buffer }> {
  const card = await getMyGiftCard(ctx, ref);
  if (card.code === null || card.state === "ended") throw new DomainError("not_found", "Gift card not found");
  const { name = ctx.settings.siteName, look } = await recallOwnSettings(ctx.db);
  const accent = look.accent === null ? pine : paletteOf(look.accent).light.accent;
  const site = { name, url: ctx.settings.siteUrl.replace(/^https?:\/\//, ""), accent };
  return { filename: `${card.name.replaceAll(" ", "-")}.pdf`, pdf: await drawCard(card, site) };
}

type DrawnCard = Pick<PrintedCard, "amount" | "pass" | "code" | "giver" | "recipient" | "words" | "until">;
type DrawnSite = { name: string; url: string; accent: string };

const pine = "#2f4f46";
const ink = "#26302c";
const soft = "#5d6762";
const margin = 72;

/** Draws one page: what is too long for it is shortened. */
export async function drawCard(card: DrawnCard, site: DrawnSite): Promise<Buffer> {
  const texts = JSON.stringify({ card, site });
  const facts = { margin, title: `Gift card, ${site.name}`, author: site.name, texts };
  const { page, write, isWritten } = await openPdf(facts);
  const width = page.page.width - 2 * margin;
  page.rect(0, 0, page.page.width, 14).fill(site.accent);
  page.fillColor(ink);
  write(site.name, { font: "strong", size: 13, x: margin, y: 92, width });
  page.fillColor(site.accent).font("serif").fontSize(46).text("A gift for you", margin, 150, { width });
  page.fillColor(ink);
  write(card.amount, { font: "serif", size: 30, x: margin, y: 222, width, height: 36 });
  page.fillColor(soft);
  if (card.words.length > 0)
    write(card.words.join("\n"), { font: "serif", size: 17, x: margin, y: 290, width, height: 170 });
  const named: [string, string | null][] = [
    ["For", card.recipient],
    ["From", card.giver],
    ["Meant for", card.pass && card.pass.title],
    ["Valid until", card.until],
  ];
  let top = 474;
  for (const [label, value] of named) {
    if (!value) continue;
    page.fillColor(soft).font("sans").fontSize(11).text(label, margin, top, { width: 90 });
    page.fillColor(ink);
    write(value, { font: "strong", size: 13, x: margin + 96, y: top - 2, width: width - 96, height: 18 });
    top += 28;
  }
  page.roundedRect(margin, 590, width, 78, 10).lineWidth(1).stroke(site.accent);
  page
    .fillColor(soft)
    .font("sans")
    .fontSize(11)
    .text("Code", margin + 22, 606, { width: width - 44 });
  page
    .fillColor(ink)
    .font("strong")
    .fontSize(16)
    .text(card.code ?? "", margin + 22, 628, { width: width - 44 });
  page
    .fillColor(soft)
    .font("sans")
    .fontSize(12)
    .text(
      `Enter the code at ${site.url}${card.pass ? `${card.pass.path}, or` : ""} where you book a session or buy something. What you don’t use stays on the card.`,
      margin,
      696,
      { width },
    );
  page.end();
  return isWritten;
}
