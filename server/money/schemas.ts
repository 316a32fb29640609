import { z } from "zod";
import { currencies } from "../core/currencies";

/** What the currency picker posts. */
export const currencyForm = z.object({ currency: z.enum(currencies), returnTo: z.string().optional() });
