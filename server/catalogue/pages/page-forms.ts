import type { Queryable } from "@db/client";
import { sitePages, sitePageVersions } from "@db/schema";
import { and, desc, eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { timeIn } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import { fixedPages, isFixedPage, pagePath } from "../../core/page-addresses";
import { readSiteSettings } from "../../core/site-settings";
import { renderMarkdown, type TextNode } from "./markdown";
import type { ListedPage, PageForm, PageState, PageValues } from "./schemas";
import { startingFacts, type StartingFacts, startingText } from "./starting-texts";

type Page = typeof sitePages.$inferSelect;
type Version = typeof sitePageVersions.$inferSelect;
/** A fixed page has no row until it is saved. */
type FoundPage = { page: Page | null; latest: Version | null };

/** Throws not_found, unless the page is a fixed one. */
export async function readPage(db: Queryable, slug: string): Promise<FoundPage> {
  const [found] = await db
    .select({ page: sitePages, latest: sitePageVersions })
    .from(sitePages)
    .innerJoin(sitePageVersions, eq(sitePageVersions.pageId, sitePages.id))
    .where(eq(sitePages.slug, slug))
    .orderBy(desc(sitePageVersions.number))
    .limit(1);
  if (!found && !isFixedPage(slug)) throw new DomainError("not_found", "Page not found");
  return found ?? { page: null, latest: null };
}

/** Returns what the page's form is filled with. */
export function pageValues(slug: string, { page, latest }: FoundPage, facts: StartingFacts): PageValues {
  const fixed = isFixedPage(slug) ? { ...fixedPages[slug], text: startingText(slug, facts) } : null;
  return {
    title: latest?.title ?? fixed?.title ?? "",
    text: latest?.text ?? fixed?.text ?? "",
    place: page?.place ?? fixed?.place ?? "none",
    orderIndex: String(page?.orderIndex ?? 0),
  };
}

/** Returns all pages, the fixed ones first; those that nothing was saved for too. */
export async function listPages({ db }: MemberContext): Promise<ListedPage[]> {
  const rows = await db
    .selectDistinctOn([sitePages.id], {
      page: sitePages,
      title: sitePageVersions.title,
      number: sitePageVersions.number,
    })
    .from(sitePages)
    .innerJoin(sitePageVersions, eq(sitePageVersions.pageId, sitePages.id))
    .orderBy(sitePages.id, desc(sitePageVersions.number));
  const own = rows
    .filter(({ page }) => !isFixedPage(page.slug))
    .toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  const fixed = Object.entries(fixedPages).map(([slug, { title, place }]) => {
    const row = rows.find(({ page }) => page.slug === slug);
    const shown = {
      title: row?.title ?? title,
      place: row?.page.place ?? place,
      orderIndex: row?.page.orderIndex ?? 0,
    };
    return { slug, path: pagePath(slug), ...shown, state: stateOf(slug, row?.page ?? null, row?.number ?? 0) };
  });
  return [
    ...fixed,
    ...own.map(({ page: { slug, place, orderIndex, ...page }, title, number }) => {
      const state = stateOf(slug, page, number);
      return { slug, path: pagePath(slug), title, place, orderIndex, state };
    }),
  ];
}

function stateOf(slug: string, page: Pick<Page, "publishedVersion"> | null, latest: number): PageState {
  const published = page?.publishedVersion ?? null;
  if (published !== null) return published === latest ? "published" : "changed";
  if (isFixedPage(slug) && fixedPages[slug].isBuiltIn) return "built_in";
  return page ? "draft" : "none";
}

const listedVersions = 50;

/** Throws not_found. */
export async function getPageForm(ctx: MemberContext, { slug }: { slug: string }): Promise<PageForm> {
  const { db, visitor } = ctx;
  const { page, latest } = await readPage(db, slug);
  const facts = startingFacts(await readSiteSettings(ctx), ctx.settings);
  const values = pageValues(slug, { page, latest }, facts);
  const versions = await db
    .select({ number: sitePageVersions.number, createdAt: sitePageVersions.createdAt })
    .from(sitePageVersions)
    .innerJoin(sitePages, eq(sitePages.id, sitePageVersions.pageId))
    .where(eq(sitePages.slug, slug))
    .orderBy(desc(sitePageVersions.number))
    .limit(listedVersions);
  return {
    slug,
    path: pagePath(slug),
    name: values.title,
    state: stateOf(slug, page, latest?.number ?? 0),
    isFixed: isFixedPage(slug),
    values,
    version: versionOf(values),
    versions: versions.map(({ number, createdAt }) => ({
      number,
      savedAt: timeIn(createdAt, visitor.timeZone),
      isPublished: number === page?.publishedVersion,
    })),
  };
}

type ShownVersion = {
  number: number;
  title: string;
  text: TextNode[];
  savedAt: string;
  isLatest: boolean;
  isPublished: boolean;
};

/** Returns one version as it looks when published. Throws not_found. */
export async function getVersion(
  { db, visitor }: MemberContext,
  { slug, number }: { slug: string; number: number },
): Promise<ShownVersion> {
  const { page, latest } = await readPage(db, slug);
  const [found] = page
    ? await db
        .select()
        .from(sitePageVersions)
        .where(and(eq(sitePageVersions.pageId, page.id), eq(sitePageVersions.number, number)))
    : [];
  if (!found) throw new DomainError("not_found", "Page not found");
  return {
    number,
    title: found.title,
    text: await renderMarkdown(found.text),
    savedAt: timeIn(found.createdAt, visitor.timeZone),
    isLatest: number === latest?.number,
    isPublished: number === page?.publishedVersion,
  };
}
