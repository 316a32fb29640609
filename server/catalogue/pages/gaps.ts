import { sitePages, sitePageVersions } from "@db/schema";
import type { Queryable } from "@db/client";
import { and, eq, inArray } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { isFixedPage, isLegalPage, legalPages } from "../../core/page-addresses";
import { bracketsIn } from "./markdown";
import { reviewNote, unfilledText } from "./starting-texts";

/** Refuses to publish a starting text with its note or with gaps, each of which it names. Throws invalid. */
export async function requireComplete(slug: string, text: string): Promise<void> {
  const problems: string[] = [];
  if (text.includes(reviewNote)) problems.push("Check the starting text and delete its note before you publish it.");
  const gaps = await gapsIn(slug, text);
  if (gaps.length > 0) problems.push(`Fill in what is still in square brackets: ${gaps.join(", ")}.`);
  if (problems.length > 0) throw new DomainError("invalid", problems.join(" "), { field: "text" });
}

/** Returns what is still to be filled in: on a legal page all that is in brackets, on others what came with the site. */
async function gapsIn(slug: string, text: string): Promise<string[]> {
  if (!isFixedPage(slug)) return [];
  const found = await bracketsIn(text.replace(reviewNote, ""));
  if (isLegalPage({ slug })) return found;
  const startingGaps = await bracketsIn(unfilledText(slug));
  return found.filter((gap) => startingGaps.includes(gap));
}

type LegalState = { arePublished: boolean; gaps: string[] };

/** Returns whether terms and privacy are published, and what is to be filled in on them. */
export async function readLegalState(db: Queryable): Promise<LegalState> {
  const published = await db
    .select({ slug: sitePages.slug, text: sitePageVersions.text })
    .from(sitePages)
    .innerJoin(
      sitePageVersions,
      and(eq(sitePageVersions.pageId, sitePages.id), eq(sitePageVersions.number, sitePages.publishedVersion)),
    )
    .where(inArray(sitePages.slug, [...legalPages]));
  const gaps = await Promise.all(published.map(({ slug, text }) => gapsIn(slug, text)));
  return { arePublished: published.length === legalPages.length, gaps: [...new Set(gaps.flat())] };
}
