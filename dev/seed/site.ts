import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "@db/client";
import { mediaFiles, sitePictures, siteSettings } from "@db/schema";
import type { Invoicing } from "@server/core/invoicing";
import type { Storage } from "@server/core/services";
import { startingHealthStatement } from "@server/catalogue/site/starting-health";
import { seedId } from "./seed-id";

type Context = { storage: Storage; now: Date };

/** Stores the settings that have no default. */
export async function seedSite(tx: Transaction, { storage, now }: Context): Promise<void> {
  const portrait = await seedPortrait(tx, { storage, now });
  const set = { health: { text: startingHealthStatement, version: 1 }, home, profile: { ...profile, portrait } };
  const invoicing = invoicingSince(now);
  const rows = Object.entries({ ...set, invoicing }).map(([key, value]) => ({ key, value, updatedAt: now }));
  await tx.insert(siteSettings).values(rows).onConflictDoNothing();
}

async function seedPortrait(tx: Transaction, { storage, now }: Context): Promise<{ fileId: string; path: string }> {
  const drawing = path.resolve("dev", "seed", "media", "portrait.webp");
  const { length: bytes } = await readFile(drawing);
  const id = seedId("portrait");
  const storageKey = `portrait/${id}.webp`;
  await storage.save(storageKey, drawing);
  const row = { id, kind: "portrait" as const, storageKey, originalName: "portrait.webp", contentType: "image/webp" };
  await tx
    .insert(mediaFiles)
    .values({ ...row, bytes, etag: `"${id}"`, createdAt: now })
    .onConflictDoNothing();
  await tx.insert(sitePictures).values({ usedBy: "portrait", fileId: id }).onConflictDoNothing();
  return { fileId: id, path: `/media/images/${id}.webp` };
}

/** Invoices of a business that is not registered for VAT, of what is sold from now on. */
const invoicingSince = (now: Date): Invoicing => ({
  isOn: true,
  since: now.toISOString(),
  name: "Breathroom",
  address: "1 Quiet Lane\nLondon N1 1AA",
  registration: "",
  isVatRegistered: false,
  taxNumber: "",
  rates: { session: 0, collection: 0, resource: 0, pass: 0, course: 0, membership: 0 },
  currency: "GBP",
  rateSource: "typed",
  typedRates: { EUR: "0.85", USD: "0.78" },
  ratesOn: now.toISOString().slice(0, 10),
  prefix: "INV",
  creditPrefix: "CN",
});

const home = {
  headline: "",
  intro: "Guided breathwork with a small group, online and in the room.",
  announcement: "",
};

const profile = {
  name: "Clara",
  line: "A midwife for eleven years, and a breathwork teacher since.",
  text: "I say what we do and why before we do it, and you may stop at any moment.",
  credentials: [],
  languages: ["English", "Italian"],
};
