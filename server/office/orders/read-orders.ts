import { payableKinds } from "@db/schema";
import type { Services } from "../../core/services";
import type { Order } from "../../payments/payable-order";
import type { OrderRef } from "./schemas";

export async function readOrders({ db, hooks }: Pick<Services, "db" | "hooks">, refs: OrderRef[]): Promise<Order[]> {
  const read = await Promise.all(
    payableKinds.map(async (kind) => {
      const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
      return hooks.payables[kind].readOrders(db, ids);
    }),
  );
  const orders = new Map(read.flat().map((order) => [order.id, order]));
  return refs.flatMap(({ id }) => orders.get(id) ?? []);
}
