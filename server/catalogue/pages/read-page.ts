import type { Queryable } from "@db/client";
import { sitePages, sitePageVersions } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { fixedPages, isFixedPage, pagePath } from "../../core/page-addresses";
import { readSiteSettings } from "../../core/site-settings";
import { renderMarkdown, type TextNode } from "./markdown";
import type { ShownPage } from "./schemas";
import { reviewNote, startingFacts, startingText } from "./starting-texts";

/** Returns a published page, or the text that came with the site in its place. Throws not_found. */
export async function getPage(ctx: Context, { slug }: { slug: string }): Promise<ShownPage> {
  const { db, settings } = ctx;
  const found = await findPublished(db, slug);
  if (found) {
    const { title, text, createdAt } = found;
    // Not in the visitor's zone: the day of a text is the same for all.
    const changedAt = dayOf(createdAt, settings.siteTimeZone);
    return printPage(slug, { title, text: await renderMarkdown(text), changedAt });
  }
  if (!isFixedPage(slug) || !fixedPages[slug].isBuiltIn) throw new DomainError("not_found", "Page not found");
  const facts = startingFacts(await readSiteSettings(ctx), settings);
  const text = await renderMarkdown(startingText(slug, facts).replace(reviewNote, ""));
  return printPage(slug, { title: fixedPages[slug].title, text, changedAt: null });
}

const printPage = (slug: string, page: Pick<ShownPage, "title" | "text" | "changedAt">): ShownPage => ({
  ...page,
  slug,
  path: pagePath(slug),
  summary: summaryOf(page.text),
});

const summaryLength = 160;

/** Returns the beginning of the first paragraph, up to the end of a word. */
function summaryOf(text: TextNode[]): string {
  const first = text.find((node) => typeof node !== "string" && node.tag === "p");
  const words = first ? wordsOf(first).replaceAll(/\s+/g, " ").trim() : "";
  return words.length > summaryLength ? `${words.slice(0, words.lastIndexOf(" ", summaryLength))}…` : words;
}

const wordsOf = (node: TextNode): string => (typeof node === "string" ? node : (node.of ?? []).map(wordsOf).join(""));

async function findPublished(db: Queryable, slug: string) {
  const [found] = await db
    .select({
      title: sitePageVersions.title,
      text: sitePageVersions.text,
      createdAt: sitePageVersions.createdAt,
    })
    .from(sitePages)
    .innerJoin(
      sitePageVersions,
      and(eq(sitePageVersions.pageId, sitePages.id), eq(sitePageVersions.number, sitePages.publishedVersion)),
    )
    .where(eq(sitePages.slug, slug));
  return found;
}
