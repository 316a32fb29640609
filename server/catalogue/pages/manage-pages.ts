import { one } from "@db/one";
import type { Queryable, Transaction } from "@db/client";
import { mediaFiles, sitePages, sitePageVersions, sitePictures } from "@db/schema";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { refuseOutdated } from "../../core/forms";
import { fixedPages, isFixedPage } from "../../core/page-addresses";
import { forgetSettings, readSiteSettings } from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import { finishUpload } from "../../platform/media/keep-upload";
import { requireFile } from "../../platform/media/media-files";
import { imagePath, readImageName } from "../../platform/media/media-kinds";
import { requireComplete } from "./gaps";
import { checkMarkdown, picturesIn } from "./markdown";
import { pageValues, readPage } from "./page-forms";
import type { EditedPage, NewPage } from "./schemas";
import { startingFacts } from "./starting-texts";

type PageText = Omit<NewPage, "slug" | "formKey">;
type Page = typeof sitePages.$inferSelect;

/**
 * Adds a page. The form key becomes its id, so posting twice adds it once. Throws invalid (address taken, text
 * refused).
 */
export async function createPage(ctx: MemberContext, { formKey: id, slug, ...typed }: NewPage): Promise<void> {
  const text = await prepareText(ctx, slug, typed);
  await changePages(ctx, async (tx) => {
    if ((await tx.$count(sitePages, eq(sitePages.id, id))) > 0) return;
    if ((await tx.$count(sitePages, eq(sitePages.slug, slug))) > 0) {
      throw new DomainError("invalid", "There is a page at this address already.", { field: "slug" });
    }
    const page = await addPage(tx, ctx, { id, slug });
    await saveVersion(tx, ctx, { page, latest: null, typed: { ...typed, text } });
  });
}

/** Saves a new version, and publishes it if asked to. Throws not_found, changed_meanwhile, invalid (text refused). */
export async function editPage(ctx: MemberContext, { slug, version, ...typed }: EditedPage): Promise<void> {
  const text = await prepareText(ctx, slug, typed);
  const facts = startingFacts(await readSiteSettings(ctx), ctx.settings);
  await changePages(ctx, async (tx) => {
    const found = await readPage(tx, slug);
    const now = pageValues(slug, found, facts);
    const wanted = { title: typed.title, text, place: typed.place, orderIndex: String(typed.orderIndex) };
    refuseOutdated({ now, wanted, version });
    const page = found.page ?? (await addPage(tx, ctx, { slug }));
    await saveVersion(tx, ctx, { page, latest: found.latest, typed: { ...typed, text } });
  });
}

/** Makes an earlier version the newest one, as a draft. Throws not_found. */
export async function restoreVersion(ctx: MemberContext, { slug, number }: { slug: string; number: number }) {
  await changePages(ctx, async (tx) => {
    const { page, latest } = await requirePage(tx, slug);
    const [old] = await tx
      .select()
      .from(sitePageVersions)
      .where(and(eq(sitePageVersions.pageId, page.id), eq(sitePageVersions.number, number)));
    if (!old) throw new DomainError("not_found", "Page not found");
    if (old.title === latest.title && old.text === latest.text) return;
    await addVersion(tx, ctx, { page, number: latest.number + 1, title: old.title, text: old.text });
    await audit(tx, ctx, "page.restored", page.id, { title: old.title, version: number });
  });
}

/** Takes a page off the site; its text stays. Throws not_found. */
export async function unpublishPage(ctx: MemberContext, { slug }: { slug: string }): Promise<void> {
  await changePages(ctx, async (tx) => {
    const { page, latest } = await requirePage(tx, slug);
    if (page.publishedVersion === null) return;
    await tx.update(sitePages).set({ publishedVersion: null }).where(eq(sitePages.id, page.id));
    await audit(tx, ctx, "page.unpublished", page.id, { title: latest.title });
  });
}

/** Deletes a page with its versions; fixed pages are kept, because bookings refer to them. Throws not_found, forbidden. */
export async function deletePage(ctx: MemberContext, { slug }: { slug: string }): Promise<void> {
  if (isFixedPage(slug)) throw new DomainError("forbidden", "This page can be unpublished, but not deleted.");
  await changePages(ctx, async (tx) => {
    const { page, latest } = await requirePage(tx, slug);
    await tx.delete(sitePictures).where(eq(sitePictures.usedBy, userOf(page)));
    await tx.delete(sitePages).where(eq(sitePages.id, page.id));
    await audit(tx, ctx, "page.deleted", page.id, { title: latest.title });
  });
}

/** Serializes changes, so that no version number is given twice. Throws busy. */
async function changePages(ctx: MemberContext, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await withTableLock(ctx, { table: sitePages, name: "pages" }, work);
  forgetSettings(ctx);
}

async function requirePage(tx: Transaction, slug: string) {
  const { page, latest } = await readPage(tx, slug);
  if (!page || !latest) throw new DomainError("not_found", "Page not found");
  return { page, latest };
}

/** Returns the text with the picture that came with the form at its end. Throws invalid (text refused, or unfinished). */
async function prepareText(ctx: MemberContext, slug: string, typed: PageText): Promise<string> {
  const { text, pictureId, pictureText, intent } = typed;
  const picture = pictureId ? `\n\n![${await describe(ctx, pictureId, pictureText)}` : "";
  const whole = `${text.trim()}${picture}`;
  await checkMarkdown(whole);
  if (intent === "publish") await requireComplete(slug, whole);
  return whole;
}

async function describe(ctx: MemberContext, pictureId: string, pictureText: string): Promise<string> {
  if (!pictureText) {
    throw new DomainError("invalid", "Describe the picture for people who can’t see it.", { field: "pictureText" });
  }
  const file = await withField("picture", finishUpload(ctx, pictureId));
  return `${pictureText.replaceAll(/[[\]\\]/g, "")}](${imagePath(file)})`;
}

async function addPage(
  tx: Transaction,
  ctx: MemberContext,
  { id, slug }: { id?: string; slug: string },
): Promise<Page> {
  const place = isFixedPage(slug) ? fixedPages[slug].place : "none";
  const row = { ...(id && { id }), slug, place, createdAt: ctx.clock.now() };
  return one(await tx.insert(sitePages).values(row).returning(), "page");
}

type PageChange = { page: Page; latest: typeof sitePageVersions.$inferSelect | null; typed: PageText };

async function saveVersion(tx: Transaction, ctx: MemberContext, { page, latest, typed }: PageChange): Promise<void> {
  const { title, text, place, orderIndex, intent } = typed;
  const isNew = !latest || latest.title !== title || latest.text !== text;
  const number = isNew ? (latest?.number ?? 0) + 1 : latest.number;
  if (isNew) await addVersion(tx, ctx, { page, number, title, text });
  const publishedVersion = intent === "publish" ? number : page.publishedVersion;
  const isPublishing = publishedVersion !== page.publishedVersion;
  const isMoved = place !== page.place || orderIndex !== page.orderIndex;
  if (isPublishing || isMoved) {
    await tx.update(sitePages).set({ place, orderIndex, publishedVersion }).where(eq(sitePages.id, page.id));
  }
  if (!isNew && !isPublishing && !isMoved) return;
  await audit(tx, ctx, isPublishing ? "page.published" : "page.saved", page.id, { title, version: number });
}

type NewVersion = { page: Page; number: number; title: string; text: string };

async function addVersion(tx: Transaction, { clock }: MemberContext, { page, ...version }: NewVersion): Promise<void> {
  await tx.insert(sitePageVersions).values({ pageId: page.id, ...version, createdAt: clock.now() });
  await keepPictures(tx, page, version.text);
}

/** Keeps the pictures of all versions, as each can be restored. Throws invalid for one that is not there. */
async function keepPictures(tx: Transaction, page: Page, text: string): Promise<void> {
  const names = await picturesIn(text);
  if (names.length === 0) return;
  const ids = [...new Set(names.flatMap((name) => readImageName(name)?.id ?? []))];
  const files = await findFiles(tx, ids);
  if (files.length < ids.length) {
    throw new DomainError("invalid", "A picture in this text is no longer there. Please add it again.", {
      field: "text",
    });
  }
  // Locked, so that none is swept before this transaction refers to it.
  for (const { id } of files) await requireFile(tx, id, "image");
  const rows = files.map(({ id }) => ({ usedBy: userOf(page), fileId: id }));
  await tx.insert(sitePictures).values(rows).onConflictDoNothing();
}

const findFiles = (db: Queryable, ids: string[]) =>
  db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.id, ids), eq(mediaFiles.kind, "image"), isNull(mediaFiles.deletedAt)))
    .orderBy(mediaFiles.id);

const userOf = ({ id }: Pick<Page, "id">): string => `page:${id}`;
