import { z } from "zod";
import type { Queryable } from "@db/client";
import { siteSettings } from "@db/schema";
import type { Settings } from "../env";

const link = z.url({ protocol: /^(https?|mailto)$/ });

/** What the instructor sets herself, with the defaults of what she hasn't set. */
const everySetting = z.object({
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

export type SiteSettingKey = keyof z.infer<typeof everySetting>;
export type SiteSettings = Omit<z.infer<typeof everySetting>, "marketing"> & { marketing: Settings["marketing"] };

/** The settings of the site, one query. A row that has become unreadable counts as not set. */
export async function readSiteSettings(services: { db: Queryable; settings: Settings }): Promise<SiteSettings> {
  const rows = await services.db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings);
  const set = Object.fromEntries(
    rows.filter(({ key, value }) => isReadable(key, value)).map((row) => [row.key, row.value]),
  );
  const parsed = everySetting.parse(set);
  return { ...parsed, marketing: { ...services.settings.marketing, ...parsed.marketing } };
}

function isReadable(key: string, value: unknown): boolean {
  const schema = Object.hasOwn(everySetting.shape, key) ? everySetting.shape[key as SiteSettingKey] : undefined;
  return schema?.safeParse(value).success ?? false;
}
