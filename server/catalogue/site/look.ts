import { siteSettings } from "@db/schema";
import { audit } from "../../core/record-audit";
import { contrastRefusal, parseColour } from "../../core/accent";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { forgetSettings, type Look, readOwnSettings, readSiteSettings } from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import { sizeOfPicture } from "../../platform/media/shape-picture";
import { changePicture, finishPicture } from "./pictures";
import type { SavedLook } from "./schemas";

type LookValues = { accent: string };

type LookForm = { values: LookValues; version: string; logo: Look["logo"]; share: string | null };

export async function getLookForm(ctx: MemberContext): Promise<LookForm> {
  const { look } = await readSiteSettings(ctx);
  const values = valuesOf(look);
  return { values, version: versionOf(values), logo: look.logo, share: look.share?.path ?? null };
}

const valuesOf = ({ accent }: Pick<Look, "accent">): LookValues => ({ accent: accent ?? "" });

/** Throws changed_meanwhile, invalid (no colour, too little contrast, upload missing). */
export async function saveLook(ctx: MemberContext, form: SavedLook): Promise<void> {
  const accent = readAccent(form.accent);
  const logo = { use: "logo", id: form.logoId, removes: form.removesLogo } as const;
  const share = { use: "share", id: form.shareId, removes: form.removesShare } as const;
  const logoFile = await finishPicture(ctx, logo);
  const size = logoFile && (await sizeOfPicture(ctx.storage, logoFile.storageKey));
  await finishPicture(ctx, share);
  await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const { look: before } = await readOwnSettings(tx);
    refuseOutdated({ now: valuesOf(before), wanted: valuesOf({ accent }), version: form.version });
    const picture = await changePicture(tx, ctx, logo, before.logo);
    const value: Look = {
      accent,
      logo: picture && size ? { ...picture, ...size } : picture && before.logo,
      share: await changePicture(tx, ctx, share, before.share),
    };
    const changed = changedFields(before, value);
    if (changed.length === 0) return;
    const row = { key: "look", value, updatedAt: ctx.clock.now() };
    await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    await audit(tx, ctx, "settings.changed", "look", { changed });
  });
  forgetSettings(ctx);
}

function readAccent(typed: string): string | null {
  if (!typed.trim()) return null;
  const accent = parseColour(typed);
  if (!accent) throw new DomainError("invalid", "Enter a colour such as #7a2e8e.", { field: "accent" });
  const refusal = contrastRefusal(accent);
  if (refusal) throw new DomainError("invalid", refusal, { field: "accent" });
  return accent;
}

const changedFields = (before: Look, after: Look): string[] =>
  (["accent", "logo", "share"] as const).filter((key) => fileOrColour(before[key]) !== fileOrColour(after[key]));

const fileOrColour = (value: Look[keyof Look]): string | null =>
  typeof value === "object" ? (value?.fileId ?? null) : value;
