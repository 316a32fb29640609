import type { z } from "zod";
import type { settingsForms, SettingsSection } from "./schemas";
import type { OwnSettings, SiteSettingKey, SiteSettings } from "../core/site-settings";

type Values<Section extends SettingsSection> = z.infer<(typeof settingsForms)[Section]>;

/** Null deletes the row, so that the default applies. */
export type Rows = Partial<Record<SiteSettingKey, unknown>>;

type Now = { own: OwnSettings; defaults: SiteSettings };

type SectionRules<Section extends SettingsSection> = {
  show: (site: SiteSettings) => Values<Section>;
  /** Returns only the values that differ from the defaults. */
  rowsOf: (values: Values<Section>, now: Now) => Rows;
};

export const sections: { [Section in SettingsSection]: SectionRules<Section> } = {
  site: {
    show: ({ name, tagline, senderName }) => ({ name, tagline, senderName }),
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
  health: {
    show: ({ health: { text } }) => ({ text }),
    // Bookings store the confirmed version, so a version is never reused, even if the text is deleted.
    rowsOf: ({ text }, { own: { health } }) => {
      const typed = text.replaceAll("\r\n", "\n").trim();
      return typed === health.text ? {} : { health: { text: typed, version: health.version + 1 } };
    },
  },
};

function changedValues(values: object, { defaults }: Now): Rows {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    isSame(value, defaults[key as keyof SiteSettings]) ? null : (value as unknown),
  ]);
  return Object.fromEntries(entries) as Rows;
}

function marketingRows(values: Partial<SiteSettings["marketing"]>, { own, defaults }: Now): Rows {
  const all = Object.entries({ ...own.marketing, ...values });
  const kept = all.filter(([key, value]) => !isSame(value, defaults.marketing[key as keyof typeof values]));
  return { marketing: kept.length > 0 ? Object.fromEntries(kept) : null };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
