import { z } from "zod";
import { searchText } from "../../../core/input-schemas";
import { type HeldState, heldStates } from "../../../catalogue/passes/held-state";
import { oneOf, type Page, pageNumber } from "../../../core/pagination";

export const heldPassQuery = z.object({
  search: searchText,
  /** The pass on sale that was bought. */
  pass: z.uuid().or(z.literal("")).default("").catch(""),
  state: oneOf(...heldStates),
  page: pageNumber,
});
export type HeldPassQuery = z.infer<typeof heldPassQuery>;

export const heldPassRef = z.object({ id: z.uuid() });

export type ListedHeldPass = {
  id: string;
  title: string;
  holder: string;
  email: string;
  boughtOn: string;
  /** "7 of 10 left". */
  left: string;
  /** "Until May 3, 2026". */
  until: string;
  state: HeldState;
};

export type HeldPassList = {
  passes: ListedHeldPass[];
  /** The passes on sale, for the filter. */
  products: { value: string; label: string }[];
  page: Page;
};

export type CreditLine = {
  id: string;
  on: string;
  /** "Booked". */
  what: string;
  /** "-1". */
  amount: string;
  session: { id: string; title: string } | null;
  reason: string | null;
  by: string;
};

export type HeldPassDetails = {
  id: string;
  title: string;
  state: HeldState;
  holder: string;
  email: string;
  /** The holder's page under People. */
  personKey: string;
  order: { id: string; reference: string; price: string };
  boughtOn: string;
  startsOn: string | null;
  endsOn: string | null;
  balance: string;
  terms: string[];
  history: CreditLine[];
  /** What the forms begin with; null where the pass can't be changed that way, and why. */
  extension: ChangeForm & { lastDay: string | null; /** Credits that come back with it. */ back: number };
  correction: ChangeForm & { left: number };
};

type ChangeForm = { version: string; formKey: string; /** Why it can't be done. */ refusal: string | null };
