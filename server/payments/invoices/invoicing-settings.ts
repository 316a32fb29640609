import { siteSettings } from "@db/schema";
import type { MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { refuseOutdated, versionOf } from "../../core/forms";
import type { Invoicing } from "../../core/invoicing";
import { currencies } from "../../core/money";
import { audit } from "../../core/record-audit";
import { logSecurityEvent } from "../../core/security-log";
import { forgetSettings, readOwnSettings, readSiteSettings, type SiteSettings } from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import { fixedRates } from "../../platform/money/convert-price";
import { dayIn } from "./numbers";
import type { InvoicingForm, InvoicingValues } from "./schemas";

/** Returns the form about invoices and tax, and since when they are issued. */
export async function getInvoicingForm(
  ctx: MemberContext,
): Promise<{ values: InvoicingValues; version: string; since: string | null; hasRateService: boolean }> {
  const site = await readSiteSettings(ctx);
  const values = valuesOf(site, ctx);
  return {
    values,
    version: versionOf(values),
    since: site.invoicing?.isOn ? dayOf(new Date(site.invoicing.since), ctx.settings.siteTimeZone) : null,
    hasRateService: Boolean(ctx.settings.exchangeRatesUrl),
  };
}

/** Saves what invoices say from now on; those that were issued stay as they are. Throws changed_meanwhile, busy. */
export async function saveInvoicing(ctx: MemberContext, { version, ...typed }: InvoicingForm): Promise<void> {
  const changed = await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const { invoicing } = await readOwnSettings(tx);
    const name = (await readSiteSettings(ctx)).name;
    const before = valuesOf({ invoicing, name }, ctx);
    const value = invoicingOf(ctx, typed, invoicing);
    const after = valuesOf({ invoicing: value, name }, ctx);
    refuseOutdated({ now: before, wanted: after, version });
    const row = { key: "invoicing", value, updatedAt: ctx.clock.now() };
    await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
    const names = Object.entries(after).flatMap(([key, shown]) =>
      before[key as keyof InvoicingValues] === shown ? [] : [key],
    );
    if (names.length > 0) await audit(tx, ctx, "settings.changed", "invoicing", { changed: names });
    return names.length > 0;
  });
  forgetSettings(ctx);
  if (changed) logSecurityEvent(ctx, "settings_changed", { userId: ctx.user.id, reason: "invoicing" });
}

function invoicingOf(
  { clock, settings }: MemberContext,
  typed: Omit<InvoicingForm, "version">,
  before: Invoicing | null,
): Invoicing {
  const now = clock.now();
  const today = dayIn(now, settings.siteTimeZone);
  const typedRates = Object.fromEntries(
    currencies.flatMap((currency) => {
      const rate = typed[`rate${currency}`];
      return currency === typed.currency || rate === "" ? [] : [[currency, rate]];
    }),
  );
  const isSameRates = before?.currency === typed.currency && versionOf(before.typedRates) === versionOf(typedRates);
  const points = (percent: string) => Math.round(Number(percent) * 100);
  return {
    isOn: typed.isOn,
    since: before?.isOn && typed.isOn ? before.since : now.toISOString(),
    name: typed.name,
    address: typed.address,
    registration: typed.registration,
    isVatRegistered: typed.isVatRegistered,
    taxNumber: typed.taxNumber,
    rates: {
      session: points(typed.rateSession),
      collection: points(typed.rateCollection),
      resource: points(typed.rateResource),
      pass: points(typed.ratePass),
      course: points(typed.rateCourse),
      membership: points(typed.rateMembership),
    },
    currency: typed.currency,
    rateSource: typed.rateSource,
    typedRates,
    ratesOn: before && isSameRates ? before.ratesOn : today,
    prefix: typed.prefix,
    creditPrefix: typed.creditPrefix,
  };
}

function valuesOf(
  { invoicing, name }: Pick<SiteSettings, "invoicing" | "name">,
  { settings }: Pick<MemberContext, "settings">,
): InvoicingValues {
  const percent = (points = 2000) => String(points / 100);
  const currency = invoicing?.currency ?? "GBP";
  const rateFrom = (from: "GBP" | "EUR" | "USD") =>
    invoicing ? (invoicing.typedRates[from] ?? "") : from === currency ? "" : (fixedRates.rate(from, currency) ?? "");
  return {
    isOn: invoicing?.isOn ? "on" : "",
    name: invoicing?.name ?? name,
    address: invoicing?.address ?? "",
    registration: invoicing?.registration ?? "",
    isVatRegistered: invoicing?.isVatRegistered ? "on" : "",
    taxNumber: invoicing?.taxNumber ?? "",
    rateSession: percent(invoicing?.rates.session),
    rateCollection: percent(invoicing?.rates.collection),
    rateResource: percent(invoicing?.rates.resource),
    ratePass: percent(invoicing?.rates.pass),
    rateCourse: percent(invoicing?.rates.course),
    rateMembership: percent(invoicing?.rates.membership),
    currency,
    rateSource: invoicing?.rateSource ?? (settings.exchangeRatesUrl ? "service" : "typed"),
    rateGBP: rateFrom("GBP"),
    rateEUR: rateFrom("EUR"),
    rateUSD: rateFrom("USD"),
    prefix: invoicing?.prefix ?? "INV",
    creditPrefix: invoicing?.creditPrefix ?? "CN",
  };
}
