import { stat } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "@db/client";
import { mediaFiles, products, resourceFiles } from "@db/schema";
import type { Storage } from "@server/core/services";
import { seedId } from "./seed-id";

type Resource = { title: string; description: string; category: string; priceMinor: number };

const programme: Resource[] = [
  {
    title: "The First Thirty Breaths",
    description: "A month of small practices, one for each day, that ask for five minutes and a chair.",
    category: "Breathwork",
    priceMinor: 0,
  },
  {
    title: "Breathing for Two",
    description:
      "A guide for the last trimester and for the person who will hold your hand, with pages to fill in together.",
    category: "Pregnancy",
    priceMinor: 2400,
  },
  {
    title: "The Birth Partner’s Pocket Card",
    description: "What to say, what to count and when to be quiet, on one folded sheet.",
    category: "Pregnancy",
    priceMinor: 500,
  },
  {
    title: "Sleep, Slowly",
    description: "A workbook for restless nights: keep a log for two weeks, and find the breath that suits you.",
    category: "Meditation",
    priceMinor: 1800,
  },
  {
    title: "The Anatomy of an Exhale",
    description: "Diaphragm, ribs and nerves, explained with drawings for people who do not read textbooks.",
    category: "Breathwork",
    priceMinor: 1200,
  },
  {
    title: "Forty Days After",
    description: "Gentle movement and breath for the first weeks with a newborn, in portions of three minutes.",
    category: "Postpartum",
    priceMinor: 2000,
  },
];

const day = 24 * 3_600_000;

/** Every resource has a copy of the same sample. */
const sample = path.resolve("dev", "seed", "media", "practice-plan.pdf");

type Context = { storage: Storage; now: Date };

export async function seedResources(tx: Transaction, { storage, now }: Context): Promise<void> {
  const rows = programme.map((resource, index) => ({
    ...resource,
    kind: "resource" as const,
    id: seedId(`resource ${resource.title}`),
    createdAt: new Date(now.getTime() - (index + 1) * 9 * day),
  }));
  await tx.insert(products).values(rows);
  for (const { id, title } of rows) {
    const fileId = await keepSample(tx, { storage, now }, title);
    await tx.insert(resourceFiles).values({ fileId, productId: id, createdAt: now });
  }
}

async function keepSample(tx: Transaction, { storage, now }: Context, title: string): Promise<string> {
  const id = seedId(`file ${title}`);
  const storageKey = `download/${id}.pdf`;
  await storage.save(storageKey, sample);
  const originalName = `${title}.pdf`;
  const row = { id, kind: "download" as const, storageKey, originalName, contentType: "application/pdf" };
  const { size: bytes } = await stat(sample);
  await tx
    .insert(mediaFiles)
    .values({ ...row, bytes, etag: `"${id}"`, createdAt: now })
    .onConflictDoNothing();
  return id;
}
