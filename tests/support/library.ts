import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { productIds, type SpecifiedCollection } from "./products";
import type { TestApp } from "./test-app";

/** Returns the form of a recording with an external video and no files. */
export const aRecordingForm = (values: object = {}) => ({
  title: "The Long Exhale",
  description: "Six counts in, eight counts out." as string | undefined,
  source: "address" as "file" | "address",
  videoUrl: "https://videos.example/long-exhale.webm" as string | undefined,
  videoId: undefined as string | undefined,
  soundId: undefined as string | undefined,
  posterId: undefined as string | undefined,
  captionsId: undefined as string | undefined,
  isFree: false,
  ...values,
});

export const aNewRecording = (values: object = {}) => ({
  ...aRecordingForm(),
  collection: "birth" as const,
  formKey: randomUUID() as string,
  ...values,
});

/** Returns a collection's titles with their order indexes. */
export async function orderIn({ db }: TestApp, collection: SpecifiedCollection = "birth") {
  const rows = await db
    .select()
    .from(recordings)
    .where(eq(recordings.productId, productIds[collection]))
    .orderBy(asc(recordings.orderIndex), asc(recordings.title));
  return rows.map(({ orderIndex, title }) => `${orderIndex} ${title}`);
}

export const aCodeForm = (values: object = {}) => ({
  code: "SPRING20",
  type: "percentage" as "percentage" | "fixed_amount",
  percentage: 20 as number | undefined,
  amount: undefined as string | undefined,
  currency: "GBP" as "GBP" | "EUR" | "USD",
  isActive: true,
  isOneTimeUse: false,
  firstDay: undefined as string | undefined,
  lastDay: undefined as string | undefined,
  timeZone: "Europe/London",
  maxUses: undefined as number | undefined,
  ...values,
});

export const aNewCode = (values: object = {}) => ({ ...aCodeForm(), formKey: randomUUID() as string, ...values });
