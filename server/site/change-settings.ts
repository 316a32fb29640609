import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@db/client";
import { siteSettings } from "@db/schema";
import { audit } from "../audit/record-audit";
import { withTableLock } from "../core/transaction";
import { DomainError } from "../core/errors";
import { refuseOutdated } from "../core/forms";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { settingsForms, type settingsChange, type settingsReset, type SettingsSection } from "./schemas";
import { sections, type Rows } from "./sections";
import {
  withDefaults,
  siteSettingsSchema,
  type OwnSettings,
  readOwnSettings,
  type SiteSettings,
} from "../core/site-settings";

type Seen = z.infer<typeof settingsReset>;
type State = { own: OwnSettings; site: SiteSettings; defaults: SiteSettings };

/** Throws changed_meanwhile, invalid and busy. */
export async function changeSettings(ctx: MemberContext, change: z.infer<typeof settingsChange>): Promise<void> {
  const typed = settingsForms[change.section].safeParse(change.values);
  if (!typed.success) throw new DomainError("invalid", typed.error.issues[0]?.message ?? "Check what you have typed.");
  await save(ctx, change, () => typed.data);
}

/** Throws changed_meanwhile and busy. */
export async function resetSettings(ctx: MemberContext, seen: Seen): Promise<void> {
  await save(ctx, seen, ({ defaults }) => sections[seen.section].show(defaults));
}

async function save(ctx: MemberContext, { section, version }: Seen, valuesIn: (state: State) => object): Promise<void> {
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
  if (isChanged) logSecurityEvent(ctx, "settings_changed", { userId: ctx.user.id, reason: section });
}

async function readState(tx: Transaction, { settings }: MemberContext): Promise<State> {
  const own = await readOwnSettings(tx);
  return { own, site: withDefaults(own, settings), defaults: withDefaults(siteSettingsSchema.parse({}), settings) };
}

/** The values match the section's schema, which the types can't express. */
const rowsOf = (section: SettingsSection, values: object, state: State): Rows =>
  (sections[section].rowsOf as (values: object, state: State) => Rows)(values, state);

async function write(tx: Transaction, rows: Rows, updatedAt: Date): Promise<void> {
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
