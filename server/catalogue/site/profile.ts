import { siteSettings } from "@db/schema";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { refuseOutdated, versionOf } from "../../core/forms";
import { forgetSettings, type Profile, readOwnSettings, readSiteSettings } from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import { changePicture, finishPicture } from "./pictures";
import type { SavedProfile } from "./schemas";

export type PublicProfile = Omit<Profile, "portrait"> & { portrait: string | null };

/** Returns what visitors read about the instructor; null until it is written. */
export async function getProfile(ctx: Context): Promise<PublicProfile | null> {
  const { profile } = await readSiteSettings(ctx);
  return profile && { ...profile, portrait: profile.portrait?.path ?? null };
}

type ProfileValues = { name: string; line: string; text: string; credentials: string; languages: string };

type ProfileForm = { values: ProfileValues; version: string; portrait: string | null };

export async function getProfileForm(ctx: MemberContext): Promise<ProfileForm> {
  const { profile } = await readSiteSettings(ctx);
  const values = valuesOf(profile);
  return { values, version: versionOf(values), portrait: profile?.portrait?.path ?? null };
}

const valuesOf = (profile: Profile | null): ProfileValues => ({
  name: profile?.name ?? "",
  line: profile?.line ?? "",
  text: profile?.text ?? "",
  credentials: profile?.credentials.join("\n") ?? "",
  languages: profile?.languages.join(", ") ?? "",
});

/** Throws changed_meanwhile, invalid (upload missing). */
export async function saveProfile(ctx: MemberContext, form: SavedProfile): Promise<void> {
  const { portraitId, removesPortrait, version, ...typed } = form;
  const picture = { use: "portrait", id: portraitId, removes: removesPortrait } as const;
  await finishPicture(ctx, picture);
  await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const { profile: before } = await readOwnSettings(tx);
    const lines = (text: string, separator: RegExp) => text.split(separator).flatMap((part) => part.trim() || []);
    const written = {
      ...typed,
      credentials: lines(typed.credentials, /\n/),
      languages: lines(typed.languages, /,/),
    };
    refuseOutdated({ now: valuesOf(before), wanted: valuesOf({ ...written, portrait: null }), version });
    const value: Profile = { ...written, portrait: await changePicture(tx, ctx, picture, before?.portrait ?? null) };
    if (JSON.stringify(value) === JSON.stringify(before)) return;
    const row = { key: "profile", value, updatedAt: ctx.clock.now() };
    await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    await audit(tx, ctx, "settings.changed", "profile", { changed: changedFields(before, value) });
  });
  forgetSettings(ctx);
}

const changedFields = (before: Profile | null, after: Profile): string[] =>
  Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(before?.[key as keyof Profile] ?? null) ? [] : [key],
  );
