import type { Transaction } from "@db/client";
import type { Services } from "../../core/services";

/** What a purchase does to the membership of which it has paid a period. The purchase is locked. */
export type MembershipHooks = {
  /** Makes the membership what its periods say, once one was paid, refunded or removed; nothing for other purchases. */
  follow(tx: Transaction, services: Services, purchase: { id: string }): Promise<void>;
};

declare module "../../core/services" {
  interface Hooks {
    memberships: MembershipHooks;
  }
}
