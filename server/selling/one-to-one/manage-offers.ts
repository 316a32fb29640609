import type { Queryable, Transaction } from "@db/client";
import { isUniqueViolation } from "@db/errors";
import {
  type OneToOneOffer,
  oneToOneExceptions,
  oneToOneHours,
  oneToOneOffers,
  oneToOneQuestions,
  sessionCategories,
} from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { refuseOutdated, versionOf } from "../../core/forms";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { discardImage, requireFile } from "../../platform/media/media-files";
import { imagePath } from "../../platform/media/media-kinds";
import { checkPrice, type PriceCheck } from "../../platform/money/price-notes";
import { writeRates } from "../../platform/money/price-rows";
import { priceFields } from "../../platform/money/price-schemas";
import { printEntered } from "../../platform/money/session-price";
import { pricesOf } from "../../platform/money/typed-prices";
import { choicesOf } from "../free-times/answers";
import { lockOffer, readOfferRates } from "../free-times/offers";
import { noPlace, numbers, offerFields, printTyped, readValues, weekdays } from "./offer-values";
import { type EditedOffer, type NewOffer, pricesTyped, type TypedOffer } from "./office-schemas";
import { notePaidTimes, noteUnusualOffer } from "./price-notes";
import { readExceptions, readHours } from "./typed-hours";

/** Lists every offer, the newest last. */
export async function listOfficeOffers({ db }: Pick<Context, "db">) {
  const offers = await db.select().from(oneToOneOffers).orderBy(asc(oneToOneOffers.createdAt), asc(oneToOneOffers.id));
  return offers.map(({ id, slug, title, isOn, needsApproval, durationMinutes: minutes, ...offer }) => ({
    id,
    slug,
    title,
    isOn,
    needsApproval,
    minutes,
    price: printEntered(offer),
  }));
}

/** Returns what the form of a new offer chooses from. */
export async function getNewOffer({ db, settings }: Pick<Context, "db" | "settings">) {
  return { categories: await listCategoryNames(db), zone: settings.siteTimeZone };
}

/** Throws not_found. */
export async function getOfferToEdit(ctx: Pick<Context, "db" | "settings">, { id }: { id: string }) {
  const { values, image } = await readValues(ctx.db, id);
  return { id, values, image, version: versionOf({ ...values, image }), ...(await getNewOffer(ctx)) };
}

async function listCategoryNames(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ name: sessionCategories.name })
    .from(sessionCategories)
    .orderBy(sessionCategories.name);
  return rows.map(({ name }) => name);
}

/** `check`: a price to be confirmed first; nothing is saved yet. */
type SavedOffer = { outcome: "saved" } | PriceCheck;

const saved = { outcome: "saved" } as const;

/** Adds an offer. The form key becomes its id, so posting twice adds it once. Throws invalid. */
export async function createOffer(
  ctx: MemberContext,
  { formKey: id, agreedPrice, ...typed }: NewOffer,
): Promise<SavedOffer> {
  return withFreeSlug(() =>
    inTransaction(ctx, async (tx): Promise<SavedOffer> => {
      const { columns, rates } = pricesOf(ctx, pricesTyped(typed), null);
      const check = checkPrice(await noteUnusualOffer(tx, { ...columns, id, before: null }), agreedPrice);
      if (check) return check;
      const thumbnailUrl = await imageOf(tx, typed, null);
      const values = { id, ...(await columnsOf(tx, typed)), ...columns, thumbnailUrl, createdAt: ctx.clock.now() };
      const made = await tx
        .insert(oneToOneOffers)
        .values(values)
        .onConflictDoNothing({ target: oneToOneOffers.id })
        .returning({ id: oneToOneOffers.id });
      if (made.length === 0) return saved;
      await writeRows(tx, id, typed);
      await writeRates(tx, { offerId: id }, rates);
      await audit(tx, ctx, "offer.created", id, { title: typed.title });
      return saved;
    }),
  );
}

/** Changes what is offered from now on; booked sessions stay as they are. Throws not_found, changed_meanwhile, invalid. */
export async function editOffer(
  ctx: MemberContext,
  { id, version, agreedPrice, ...typed }: EditedOffer,
): Promise<SavedOffer> {
  return withFreeSlug(() =>
    inTransaction(ctx, async (tx): Promise<SavedOffer> => {
      const before = await lockOffer(tx, id);
      const former = { session: before, rates: await readOfferRates(tx, before) };
      const { columns, rates } = pricesOf(ctx, pricesTyped(typed), former);
      const { values, image } = await readValues(tx, id);
      const now = { ...values, image };
      const thumbnailUrl = await imageOf(tx, typed, before);
      const wanted = { ...printTyped(typed, { columns, rates }), image: thumbnailUrl };
      refuseOutdated({ now, wanted, version });
      const changed = [...offerFields, "image" as const].filter((field) => now[field] !== wanted[field]);
      if (changed.length === 0) return saved;
      const isPriceNew = changed.some(
        (field) => field === "price" || field === "priceCurrency" || field in priceFields,
      );
      const notes = isPriceNew
        ? [
            ...(await noteUnusualOffer(tx, { ...columns, id, before })),
            ...(await notePaidTimes(tx, id, ctx.clock.now())),
          ]
        : [];
      const check = checkPrice(notes, agreedPrice);
      if (check) return check;
      await tx
        .update(oneToOneOffers)
        .set({ ...(await columnsOf(tx, typed)), ...columns, thumbnailUrl })
        .where(eq(oneToOneOffers.id, id));
      await writeRates(tx, { offerId: id }, rates);
      for (const table of [oneToOneHours, oneToOneExceptions, oneToOneQuestions]) {
        await tx.delete(table).where(eq(table.offerId, id));
      }
      await writeRows(tx, id, typed);
      if (changed.includes("image")) await discardImage(tx, ctx.clock.now(), before.thumbnailUrl);
      await audit(tx, ctx, "offer.edited", id, { changed });
      return saved;
    }),
  );
}

async function withFreeSlug<Saved>(save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("invalid", "Another one-to-one session has this address.", { field: "slug", cause: error });
  }
}

async function columnsOf(tx: Transaction, typed: TypedOffer) {
  const { isOn, title, slug, description, category, durationMinutes, locationType, creditCost, needsApproval } = typed;
  const { bufferBeforeMinutes, bufferAfterMinutes, stepMinutes, noticeHours, horizonDays, maxPerDay } = typed;
  if (category && !(await listCategoryNames(tx)).includes(category)) {
    throw new DomainError("invalid", "This category no longer exists. Please choose another.", { field: "category" });
  }
  const place =
    locationType === "online" ? { zoomLink: typed.zoomLink, ...noPlace } : { ...placeOf(typed), zoomLink: null };
  return {
    isOn,
    title,
    slug,
    description,
    category,
    durationMinutes,
    locationType,
    creditCost,
    needsApproval,
    bufferBeforeMinutes,
    bufferAfterMinutes,
    stepMinutes,
    noticeHours,
    horizonDays,
    maxPerDay,
    ...place,
  };
}

const placeOf = ({ address, city, postCode }: TypedOffer) => ({ address, city, postCode });

/** Returns the address of the picture: a new one, none, or the one that was there. Throws invalid. */
async function imageOf(
  tx: Transaction,
  { imageId, removeImage }: TypedOffer,
  before: OneToOneOffer | null,
): Promise<string | null> {
  if (imageId) return imagePath(await requireFile(tx, imageId, "image"));
  return removeImage ? null : (before?.thumbnailUrl ?? null);
}

async function writeRows(tx: Transaction, offerId: string, typed: TypedOffer): Promise<void> {
  const hours = weekdays.flatMap((weekday) =>
    (readHours(typed[`hours${weekday}`]) ?? []).map((each) => ({ offerId, weekday, ...each })),
  );
  if (hours.length > 0) await tx.insert(oneToOneHours).values(hours);
  const exceptions = readExceptions(typed.exceptions).map((row) => ({ offerId, ...row }));
  if (exceptions.length > 0) await tx.insert(oneToOneExceptions).values(exceptions);
  const questions = numbers.flatMap((number) => {
    const label = typed[`label${number}`];
    if (label === null) return [];
    const kind = typed[`kind${number}`];
    const choices = kind === "choice" ? choicesOf({ choices: typed[`choices${number}`] }) : null;
    if (choices && choices.length < 2) {
      throw new DomainError("invalid", "Write at least two answers, one a line", { field: `choices${number}` });
    }
    const isRequired = typed[`required${number}`];
    const isPrivate = typed[`private${number}`];
    return [{ offerId, number, kind, label, choices: choices && choices.join("\n"), isRequired, isPrivate }];
  });
  if (questions.length > 0) await tx.insert(oneToOneQuestions).values(questions);
}
