import type { Transaction } from "@db/client";
import { siteSettings } from "@db/schema";
import { eq, inArray, max } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { shortMoment } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { logSecurityEvent } from "../../core/security-log";
import {
  defaultSettings,
  type OwnSettings,
  forgetSettings,
  readOwnSettings,
  readSiteSettings,
  type SiteSettingKey,
  siteSettingKeys,
  type SiteSettings,
  withDefaults,
} from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import {
  type settingsChange,
  settingsForms,
  type settingsReset,
  type SettingsSection,
  settingsSections,
} from "./schemas";
import { startingHealthStatement } from "./starting-health";

export type SettingsForm = {
  section: SettingsSection;
  values: Record<string, string>;
  /** What the form is filled with instead while nothing has been saved. */
  starting?: Record<string, string>;
  version: string;
  isDefault: boolean;
};

export async function getSettingsForms(
  ctx: MemberContext,
): Promise<{ forms: SettingsForm[]; changedAt: string | null }> {
  const { db, settings, visitor } = ctx;
  const site = await readSiteSettings(ctx);
  const defaults = defaultSettings(settings);
  const [newest] = await db
    .select({ at: max(siteSettings.updatedAt) })
    .from(siteSettings)
    .where(inArray(siteSettings.key, siteSettingKeys));
  return {
    forms: settingsSections.map((section) => {
      const values = sections[section].show(site);
      const isDefault = versionOf(values) === versionOf(sections[section].show(defaults));
      const fields = Object.entries<string | number | boolean>(values).map(([key, value]) => [key, fieldOf(value)]);
      return {
        section,
        values: Object.fromEntries(fields) as Record<string, string>,
        ...(section === "health" && site.health.version === 0 && { starting: { text: startingHealthStatement } }),
        version: versionOf(values),
        isDefault,
      };
    }),
    changedAt: newest?.at ? shortMoment(newest.at, visitor.timeZone) : null,
  };
}

const fieldOf = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "") : String(value);

type SeenSettings = z.infer<typeof settingsReset>;
type State = { own: OwnSettings; site: SiteSettings; defaults: SiteSettings };

export async function changeSettings(ctx: MemberContext, change: z.infer<typeof settingsChange>): Promise<void> {
  const typed = settingsForms[change.section].safeParse(change.values);
  if (!typed.success) throw new DomainError("invalid", typed.error.issues[0]?.message ?? "Check what you have typed.");
  await save(ctx, change, () => typed.data);
}

export async function resetSettings(ctx: MemberContext, seen: SeenSettings): Promise<void> {
  await save(ctx, seen, ({ defaults }) => sections[seen.section].show(defaults));
}

async function save(
  ctx: MemberContext,
  { section, version }: SeenSettings,
  valuesIn: (state: State) => object,
): Promise<void> {
  // What has no row yet can't be locked by itself.
  const isChanged = await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const state = await readState(tx, ctx);
    const before = sections[section].show(state.site);
    const wanted = valuesIn(state);
    refuseOutdated({ now: before, wanted, version });
    await write(tx, rowsOf(section, wanted, state), ctx.clock.now());
    const after = sections[section].show(withDefaults(await readOwnSettings(tx), ctx.settings));
    return record(tx, ctx, { section, before, after });
  });
  forgetSettings(ctx);
  if (isChanged) logSecurityEvent(ctx, "settings_changed", { userId: ctx.user.id, reason: section });
}

async function readState(tx: Transaction, { settings }: MemberContext): Promise<State> {
  const own = await readOwnSettings(tx);
  return { own, site: withDefaults(own, settings), defaults: defaultSettings(settings) };
}

/** The values match the section's schema, which the types can't express. */
const rowsOf = (section: SettingsSection, values: object, state: State): SettingRows =>
  (sections[section].rowsOf as (values: object, state: State) => SettingRows)(values, state);

async function write(tx: Transaction, rows: SettingRows, updatedAt: Date): Promise<void> {
  for (const [key, value] of Object.entries(rows)) {
    if (value === null) await tx.delete(siteSettings).where(eq(siteSettings.key, key));
    else {
      const row = { key, value, updatedAt };
      await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    }
  }
}

type Change = { section: SettingsSection; before: object; after: object };

async function record(
  tx: Transaction,
  { user, clock }: MemberContext,
  { section, before, after }: Change,
): Promise<boolean> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([key, value]) => old.get(key) !== value);
  if (changed.length === 0) return false;
  const details = { changed: changed.map(([key]) => key) };
  await audit(tx, { clock, user }, "settings.changed", section, details);
  return true;
}

type Values<Section extends SettingsSection> = z.infer<(typeof settingsForms)[Section]>;

type SettingRows = Partial<Record<SiteSettingKey, unknown>>;

type CurrentSettings = { own: OwnSettings; defaults: SiteSettings };

type SectionRules<Section extends SettingsSection> = {
  show: (site: SiteSettings) => Values<Section>;
  rowsOf: (values: Values<Section>, now: CurrentSettings) => SettingRows;
};

const sections: { [Section in SettingsSection]: SectionRules<Section> } = {
  site: {
    show: ({ name, tagline, senderName }) => ({ name, tagline, senderName }),
    rowsOf: changedValues,
  },
  home: {
    show: ({ home }) => home,
    rowsOf: (home) => ({ home: Object.values(home).some(Boolean) ? home : null }),
  },
  videos: {
    show: ({ maxVideoMb }) => ({ maxVideoMb }),
    rowsOf: changedValues,
  },
  contact: {
    show: ({ marketing: { contact, social } }) => ({ contact, socialName: social.name, socialUrl: social.url }),
    rowsOf: ({ contact, socialName, socialUrl }, now) =>
      marketingRows({ contact, social: { name: socialName, url: socialUrl } }, now),
  },
  pages: {
    show: ({ marketing: { about, workshops, corporate, mothers, birth } }) => ({
      about,
      workshops,
      corporate,
      mothers,
      birth,
    }),
    rowsOf: marketingRows,
  },
  cancelling: {
    show: ({ isCancellingOn, cancelWindowHours }) => ({ isCancellingOn, cancelWindowHours }),
    rowsOf: changedValues,
  },
  waitlist: {
    show: ({ isWaitlistOn, offerHours }) => ({ isWaitlistOn, offerHours }),
    rowsOf: changedValues,
  },
  requests: {
    show: ({ requestHours }) => ({ requestHours }),
    rowsOf: changedValues,
  },
  embeds: {
    show: ({ embedOrigins }) => ({ origins: embedOrigins.join("\n") }),
    rowsOf: ({ origins }) => ({ embedOrigins: origins ? origins.split("\n") : null }),
  },
  withdrawal: {
    show: ({ withdrawal }) => withdrawal,
    rowsOf: (withdrawal, now) => changedValues({ withdrawal }, now),
  },
  notes: {
    show: ({ healthNoteMonths }) => ({ healthNoteMonths }),
    rowsOf: changedValues,
  },
  health: {
    show: ({ health: { text } }) => ({ text }),
    // Bookings store the confirmed version, so a version is never reused, even if the text is deleted.
    rowsOf: ({ text }, { own: { health } }) => {
      const typed = text.replaceAll("\r\n", "\n").trim();
      // An empty text may be saved first of all: then none is asked for on purpose.
      return typed === health.text && health.version > 0
        ? {}
        : { health: { text: typed, version: health.version + 1 } };
    },
  },
};

function changedValues(values: object, { defaults }: CurrentSettings): SettingRows {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    isSame(value, defaults[key as keyof SiteSettings]) ? null : (value as unknown),
  ]);
  return Object.fromEntries(entries) as SettingRows;
}

function marketingRows(values: Partial<SiteSettings["marketing"]>, { own, defaults }: CurrentSettings): SettingRows {
  const all = Object.entries({ ...own.marketing, ...values });
  const kept = all.filter(([key, value]) => !isSame(value, defaults.marketing[key as keyof typeof values]));
  return { marketing: kept.length > 0 ? Object.fromEntries(kept) : null };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
