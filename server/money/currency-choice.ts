import { z } from "zod";
import { readCookie, setCookie } from "../core/cookies";
import type { Settings } from "../core/env";
import { currencies, type Currency, isCurrency } from "../core/money";

const yearSeconds = 365 * 24 * 60 * 60;

export const setCurrencyCookie = (settings: Settings, currency: Currency): string =>
  setCookie(settings, "currency", currency, yearSeconds);

export function readCurrency(settings: Settings, header: string | null | undefined): Currency | null {
  const currency = readCookie(settings, header, "currency");
  return isCurrency(currency) ? currency : null;
}

export const currencyForm = z.object({ currency: z.enum(currencies), returnTo: z.string().optional() });
