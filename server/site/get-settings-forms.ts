import { max } from "drizzle-orm";
import { siteSettings } from "@db/schema";
import type { MemberContext } from "../core/context";
import { versionOf } from "../core/forms";
import { settingsSections, type SettingsSection } from "./schemas";
import { sections } from "./sections";
import { withDefaults, siteSettingsSchema, readSiteSettings } from "../core/site-settings";
import { shortMoment } from "../core/dates";

export type SettingsForm = {
  section: SettingsSection;
  /** As form fields: a ticked box is "on". */
  values: Record<string, string>;
  version: string;
  isDefault: boolean;
};

export async function getSettingsForms(
  ctx: MemberContext,
): Promise<{ forms: SettingsForm[]; changedAt: string | null }> {
  const { db, settings, visitor } = ctx;
  const site = await readSiteSettings(ctx);
  const defaults = withDefaults(siteSettingsSchema.parse({}), settings);
  const [newest] = await db.select({ at: max(siteSettings.updatedAt) }).from(siteSettings);
  return {
    forms: settingsSections.map((section) => {
      const values = sections[section].show(site);
      const isDefault = versionOf(values) === versionOf(sections[section].show(defaults));
      const fields = Object.entries<string | number | boolean>(values).map(([key, value]) => [key, fieldOf(value)]);
      return {
        section,
        values: Object.fromEntries(fields) as Record<string, string>,
        version: versionOf(values),
        isDefault,
      };
    }),
    changedAt: newest?.at ? shortMoment(newest.at, visitor.timeZone) : null,
  };
}

const fieldOf = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "") : String(value);
