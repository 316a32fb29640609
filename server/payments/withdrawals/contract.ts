import type { Queryable } from "@db/client";
import type { Money } from "../../core/money";
import type { Services } from "../../core/services";
import type { Waiver } from "./waiver";

export const contractKinds = ["purchase", "booking"] as const;
export type ContractKindName = (typeof contractKinds)[number];

/** What a customer and the site have agreed on, as far as withdrawing from it goes. */
export type Contract = Waiver & {
  kind: ContractKindName;
  id: string;
  title: string;
  customer: { name: string; email: string };
  /** When it was paid or given; the period begins on the next day. */
  madeAt: Date;
  total: Money;
  status: string;
  /** It is true for a service on a date of its own, from which no one may withdraw. */
  isExempt: boolean;
  /** When the mail that repeats the waiver was sent; null if it was not, or came back. */
  toldAt: Date | null;
};

export type SoughtContract = { id: string } | { email: string; references: string[] };

/** What withdrawing knows of one kind of contracts. Passes, memberships and gift cards each add one. */
export type ContractKind = {
  /** Returns whether something is for sale, or was sold since then, from which people may withdraw. */
  isSold(services: Services, since: Date): Promise<boolean>;
  /** Returns contracts that were concluded, the newest first, at most `mostFound`. */
  find(db: Queryable, sought: SoughtContract): Promise<Contract[]>;
};

export const mostFound = 20;

declare module "../../core/services" {
  interface Hooks {
    contracts: Record<ContractKindName, ContractKind>;
  }
}

export function findContracts({ db, hooks }: Pick<Services, "db" | "hooks">, sought: SoughtContract) {
  return Promise.all(contractKinds.map((kind) => hooks.contracts[kind].find(db, sought))).then((found) => found.flat());
}
