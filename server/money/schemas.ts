import { z } from "zod";
import { currencies } from "./money";

/** What the currency picker posts. */
export const currencyForm = z.object({ currency: z.enum(currencies), returnTo: z.string().optional() });
