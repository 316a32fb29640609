import { z } from "zod";
import type { Queryable } from "@db/client";
import { sitePages, sitePageVersions, siteSettings } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import { outsideAddress } from "./addresses";
import type { Settings } from "./env";
import { nameIn } from "./email-address";
import { invoicingSchema } from "./invoicing";
import { keepContent } from "./kept-content";
import { type PublishedPage, publishedPages } from "./page-addresses";

/** An empty address is not linked, and what is no address counts as empty. */
const link = z.string().transform((text) => outsideAddress(text, ["https:", "http:", "mailto:"]) ?? "");
const words = z.string().min(1).max(200);

const picture = z.object({ fileId: z.uuid(), path: z.string() });

/** 4 GB: a store takes up to 5 GB in one request. */
export const largestVideoMb = 4096;

const siteSettingsSchema = z.object({
  name: words.optional(),
  tagline: words.default("Guided breathwork with a small group, online and in the room."),
  senderName: words.optional(),
  isCancellingOn: z.boolean().default(true),
  cancelWindowHours: z.int().min(0).max(720).default(24),
  isWaitlistOn: z.boolean().default(true),
  offerHours: z.int().min(1).max(168).default(24),
  /** How long a request for a one-to-one time waits for an answer. */
  requestHours: z.int().min(1).max(336).default(72),
  /** Whether people may withdraw from what they bought; if not, why not. `isLaterOffered`: the box may stay empty. */
  withdrawal: z
    .object({ isOn: z.boolean(), reason: z.string(), isLaterOffered: z.boolean().default(false) })
    .prefault({ isOn: true, reason: "" }),
  /** How long a health note is kept after the person's last session. */
  healthNoteMonths: z.int().min(1).max(120).default(12),
  /** Pictures and other files have limits of their own. */
  maxVideoMb: z.int().min(1).max(largestVideoMb).default(100),
  /** The list on the admin's overview, until all is done or it is hidden. */
  firstSteps: z.enum(["open", "dismissed", "finished"]).default("open"),
  /** The step is skipped while the text is empty. `version` grows with each change. */
  health: z.object({ text: z.string(), version: z.int().min(0) }).default({ text: "", version: 0 }),
  /** Empty texts fall back to those of the site. */
  home: z
    .object({ headline: z.string(), intro: z.string(), announcement: z.string() })
    .default({ headline: "", intro: "", announcement: "" }),
  /** Who gives the sessions. */
  profile: z
    .object({
      name: words,
      line: z.string(),
      text: z.string(),
      credentials: z.array(z.string()),
      languages: z.array(z.string()),
      portrait: picture.nullable(),
    })
    .nullable()
    .default(null),
  /** What replaces the site's own look. */
  look: z
    .object({
      accent: z
        .string()
        .regex(/^#[\da-f]{6}$/)
        .nullable(),
      logo: picture.extend({ width: z.int(), height: z.int() }).nullable(),
      share: picture.nullable(),
    })
    .default({ accent: null, logo: null, share: null }),
  /** The origins of the websites that may show the pages made for frames. */
  embedOrigins: z.array(z.string().regex(/^https?:\/\/[a-z\d.-]+(?::\d{1,5})?$/)).default([]),
  /** Null until the instructor begins to issue invoices. */
  invoicing: invoicingSchema.nullable().default(null),
  /** A missing address falls back to the process's settings. */
  marketing: z
    .object({
      about: link,
      workshops: link,
      corporate: link,
      mothers: link,
      birth: link,
      contact: link,
      social: z.object({ name: z.string(), url: link }),
    })
    .partial()
    .default({}),
});

type StoredSettings = z.infer<typeof siteSettingsSchema>;
export type SiteSettingKey = keyof StoredSettings;
/** Other rows of the table are no settings. */
export const siteSettingKeys = Object.keys(siteSettingsSchema.shape) as SiteSettingKey[];
export type Look = StoredSettings["look"];
export type Profile = NonNullable<StoredSettings["profile"]>;
/** The settings with the published pages, which are read by the same statement. */
export type OwnSettings = StoredSettings & { pages: PublishedPage[] };
export type SiteSettings = Omit<OwnSettings, "marketing" | "name" | "senderName"> & {
  name: string;
  senderName: string;
  marketing: Settings["marketing"];
};

/** What one request or transaction has read of the settings, so that it reads them once. */
export type SettingsMemo = { own?: Promise<OwnSettings> | undefined };

type SettingsSource = { db: Queryable; settings: Settings; settingsMemo?: SettingsMemo | undefined };

export async function readSiteSettings({ db, settings, settingsMemo }: SettingsSource): Promise<SiteSettings> {
  return withDefaults(await recallOwnSettings(db, settingsMemo), settings);
}

/** Recalls the settings once per memo; without one, once per transaction. */
export function recallOwnSettings(db: Queryable, ownMemo?: SettingsMemo): Promise<OwnSettings> {
  const memo = ownMemo ?? memos.get(db);
  if (!memo) return keptSettings(db);
  memo.own ??= keptSettings(db).catch((error: unknown) => {
    memo.own = undefined;
    throw error;
  });
  return memo.own;
}

const keptSettings = keepContent(readOwnSettings);

/** Without it, each function inside a transaction that needs a setting would be given them all. */
const memos = new WeakMap<Queryable, SettingsMemo>();

/** Shares the memo of a request with its transaction. */
export const shareSettings = (tx: Queryable, memo: SettingsMemo = {}): void => void memos.set(tx, memo);

export type Agreement = { termsVersion: number | null; privacyVersion: number | null };

/** Returns the versions of the legal pages to which a booking, purchase or sign-up agrees now; null for none. */
export async function readAgreement(reading: SettingsSource): Promise<Agreement> {
  const { pages } = await readSiteSettings(reading);
  const versionOf = (slug: string) => pages.find((page) => page.slug === slug)?.version ?? null;
  return { termsVersion: versionOf("terms"), privacyVersion: versionOf("privacy") };
}

export function forgetSettings({ settingsMemo }: Pick<SettingsSource, "settingsMemo">): void {
  if (settingsMemo) settingsMemo.own = undefined;
}

/** Reads the settings anew, for those who change them. */
export async function readOwnSettings(db: Queryable): Promise<OwnSettings> {
  const settings = db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings);
  const all = await settings.unionAll(selectPublished(db));
  const pages = all.flatMap(({ key, value }) => (key === pageKey ? [value as Omit<PublishedPage, "path">] : []));
  const rows = all.filter(({ key }) => key !== pageKey);
  const set = Object.fromEntries(
    rows.filter(({ key, value }) => isReadable(key, value)).map((row) => [row.key, row.value]),
  );
  return { ...siteSettingsSchema.parse(set), pages: publishedPages(pages) };
}

/** No setting has this name. */
const pageKey = "page:published";

function selectPublished(db: Queryable) {
  const { slug, place, orderIndex } = sitePages;
  const { title, number } = sitePageVersions;
  const value = sql`jsonb_build_object('slug', ${slug}, 'title', ${title}, 'place', ${place},
    'orderIndex', ${orderIndex}, 'version', ${number})`;
  return db
    .select({ key: sql<string>`${pageKey}::text`, value: sql<unknown>`${value}` })
    .from(sitePages)
    .innerJoin(
      sitePageVersions,
      and(eq(sitePageVersions.pageId, sitePages.id), eq(sitePageVersions.number, sitePages.publishedVersion)),
    );
}

/** Returns the settings of a site on which nothing was changed. */
export const defaultSettings = (settings: Settings): SiteSettings =>
  withDefaults({ ...siteSettingsSchema.parse({}), pages: [] }, settings);

export function withDefaults(own: OwnSettings, settings: Settings): SiteSettings {
  const name = own.name ?? settings.siteName;
  return {
    ...own,
    name,
    senderName: own.senderName ?? (nameIn(settings.mailFrom) || name),
    marketing: {
      ...settings.marketing,
      ...own.marketing,
      contact: own.marketing.contact || settings.marketing.contact,
    },
  };
}

function isReadable(key: string, value: unknown): boolean {
  const schema = Object.hasOwn(siteSettingsSchema.shape, key)
    ? siteSettingsSchema.shape[key as SiteSettingKey]
    : undefined;
  return schema?.safeParse(value).success ?? false;
}
