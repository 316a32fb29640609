import { randomUUID } from "node:crypto";
import { contactOfMember } from "../../accounts/accounts";
import type { Context } from "../../core/context";
import { readSiteSettings } from "../../core/site-settings";
import { withMemberTermsOn } from "../../catalogue/discounts/member-discount";
import { choosePrice, refusalOfAmount } from "../../catalogue/discounts/chosen-price";
import { showPriceWith } from "../../catalogue/discounts/show-price";
import { showGiftCards } from "../../catalogue/gift-cards/pay-by-card";
import { showChoice } from "../../platform/money/show-choice";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { choiceOf, findOpenPurchase } from "../purchases/purchase-form";
import { findHealthStatement } from "../order/health-statement";
import { datesToCome, keyWithDates, priceOfDates, requireCourse } from "./course";
import { describeTerms } from "./course-terms";
import { nameDate } from "../../catalogue/schedule/name-date";
import { refusalOfCourse } from "./course-places";
import type { CourseFormQuery } from "./schemas";
import { countPlacesFor } from "./take-offer";

export type CourseForm = Awaited<ReturnType<typeof getCourseForm>>;

/** Returns today's price and a new form key; a refused code is part of the result. Throws not_found. */
export async function getCourseForm(ctx: Context, { id, entry: ref, discountCode, ...typed }: CourseFormQuery) {
  const course = await requireCourse(ctx.db, id);
  const now = ctx.clock.now();
  const toCome = datesToCome(course, now);
  const sessions = toCome.map(({ session }) => session);
  const { entry, places } = await countPlacesFor(
    ctx.db,
    { id, entry: ref },
    sessions.map((session) => session.id),
  );
  // On returning by the browser's back button, the code and the rate held by the open checkout can still be had.
  const isHeld = discountCode !== undefined || course.product.pricing !== "one";
  const open = isHeld ? await findOpenPurchase(ctx.db, ctx, id) : undefined;
  const pricing = await readProductPricing(ctx.db, course.product, open?.id);
  const sold = await withMemberTermsOn(ctx.db, ctx, priceOfDates(course, toCome, pricing));
  const choice = choiceOf(typed);
  const chosen = choosePrice(ctx, sold.pricing, choice);
  const shown = await showPriceWith(ctx, chosen, discountCode, open?.id);
  const { gifts, key } = await showGiftCards(ctx, shown.toPay, typed);
  const health = await findHealthStatement(ctx.db, ctx);
  return {
    id,
    title: course.product.title,
    terms: describeTerms(course.terms, await readSiteSettings(ctx)),
    dates: sessions.map((session) => nameDate(session, ctx)),
    refusal: refusalOfCourse({ course, toCome, places, now }, ctx)?.message ?? null,
    prices: showChoice(ctx, sold.pricing, choice),
    amountRefusal: refusalOfAmount(chosen),
    ...shown,
    lines: null,
    quote: keyWithDates(shown.quote, toCome) + key,
    gifts,
    /** Null for a guest, who types it. */
    contact: ctx.user && contactOfMember(ctx.user),
    /** Who waited for it, while it is offered to them. */
    offered: entry && { firstName: entry.firstName, lastName: entry.lastName, email: entry.email },
    health: health && !health.isConfirmed ? { text: health.text, version: health.version } : null,
    formKey: randomUUID(),
  };
}
