import type { Transaction } from "@db/client";
import { siteSettings, sitePictures } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../audit/record-audit";
import type { Context, MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { refuseOutdated, versionOf } from "../core/forms";
import { forgetSettings, type Profile, readOwnSettings, readSiteSettings } from "../core/site-settings";
import { withTableLock } from "../core/transaction";
import { finishUpload } from "../media/keep-upload";
import { discardFiles, requireFile } from "../media/media-files";
import { imagePath } from "../media/media-kinds";
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
  if (portraitId) await finishPortrait(ctx, portraitId);
  await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const { profile: before } = await readOwnSettings(tx);
    const lines = (text: string, separator: RegExp) => text.split(separator).flatMap((part) => part.trim() || []);
    const written = {
      ...typed,
      credentials: lines(typed.credentials, /\n/),
      languages: lines(typed.languages, /,/),
    };
    const portrait = portraitId
      ? await usePortrait(tx, portraitId)
      : removesPortrait
        ? null
        : (before?.portrait ?? null);
    const value: Profile = { ...written, portrait };
    refuseOutdated({ now: valuesOf(before), wanted: valuesOf(value), version });
    if (JSON.stringify(value) === JSON.stringify(before)) return;
    const row = { key: "profile", value, updatedAt: ctx.clock.now() };
    await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    await keepOnly(tx, ctx, portrait?.fileId ?? null);
    await audit(tx, ctx, "settings.changed", "profile", { changed: changedFields(before, value) });
  });
  forgetSettings(ctx);
}

const changedFields = (before: Profile | null, after: Profile): string[] =>
  Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(before?.[key as keyof Profile] ?? null) ? [] : [key],
  );

async function finishPortrait(ctx: MemberContext, id: string): Promise<void> {
  await finishUpload(ctx, id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("invalid", error.message, { field: "portrait", cause: error });
  });
}

/** Locks the file, so that it is not swept before the settings refer to it. */
async function usePortrait(tx: Transaction, fileId: string) {
  const file = await requireFile(tx, fileId, "image");
  await tx.insert(sitePictures).values({ usedBy: "portrait", fileId }).onConflictDoNothing();
  return { fileId, path: imagePath(file) };
}

/** Gives up the portraits before this one. */
async function keepOnly(tx: Transaction, { clock }: MemberContext, fileId: string | null): Promise<void> {
  const used = await tx.select().from(sitePictures).where(eq(sitePictures.usedBy, "portrait"));
  const gone = used.filter((picture) => picture.fileId !== fileId).map((picture) => picture.fileId);
  if (gone.length === 0) return;
  await tx.delete(sitePictures).where(eq(sitePictures.usedBy, "portrait"));
  if (fileId) await tx.insert(sitePictures).values({ usedBy: "portrait", fileId });
  await discardFiles(tx, clock.now(), gone);
}
