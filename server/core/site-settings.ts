import { z } from "zod";
import type { Queryable } from "@db/client";
import { siteSettings } from "@db/schema";
import type { Settings } from "./env";
import { nameIn } from "./email-address";

const link = z.url({ protocol: /^(https?|mailto)$/ });
const words = z.string().min(1).max(200);

/** What the instructor sets herself, with the defaults of what she hasn't set. */
export const everySetting = z.object({
  /** What the site is called; by default as in the process's settings. */
  name: words.optional(),
  /** One sentence on what there is here. */
  tagline: words.default("Guided breathwork with a small group, online and in the room."),
  /** The name that mails are sent under; by default the one in the process's settings. */
  senderName: words.optional(),
  /** Customers may cancel by themselves, with an automatic refund. */
  isCancellingOn: z.boolean().default(true),
  /** Until how many hours before the start that is free of charge. */
  cancelWindowHours: z.int().min(0).max(720).default(24),
  isWaitlistOn: z.boolean().default(true),
  /** How many hours an offered place is held. */
  offerHours: z.int().min(1).max(168).default(24),
  /** Confirmed before a first booking; while it is empty there is no such step. `version` grows with each change. */
  health: z.object({ text: z.string(), version: z.int().min(0) }).default({ text: "", version: 0 }),
  /** Addresses of the outside marketing site; where one is missing, that of the process's settings holds. */
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

export type OwnSettings = z.infer<typeof everySetting>;
export type SiteSettingKey = keyof OwnSettings;
export type SiteSettings = Omit<OwnSettings, "marketing" | "name" | "senderName"> & {
  name: string;
  senderName: string;
  marketing: Settings["marketing"];
};

/** The settings of the site, one query. A row that has become unreadable counts as not set. */
export async function readSiteSettings(services: { db: Queryable; settings: Settings }): Promise<SiteSettings> {
  return completed(await readOwnSettings(services.db), services.settings);
}

/** What the instructor has set, and the defaults that are the same everywhere. One query. */
export async function readOwnSettings(db: Queryable): Promise<OwnSettings> {
  const rows = await db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings);
  const set = Object.fromEntries(
    rows.filter(({ key, value }) => isReadable(key, value)).map((row) => [row.key, row.value]),
  );
  return everySetting.parse(set);
}

/** The same with what only the process's settings know. */
export function completed(own: OwnSettings, settings: Settings): SiteSettings {
  const name = own.name ?? settings.siteName;
  return {
    ...own,
    name,
    senderName: own.senderName ?? (nameIn(settings.mailFrom) || name),
    marketing: { ...settings.marketing, ...own.marketing },
  };
}

function isReadable(key: string, value: unknown): boolean {
  const schema = Object.hasOwn(everySetting.shape, key) ? everySetting.shape[key as SiteSettingKey] : undefined;
  return schema?.safeParse(value).success ?? false;
}
