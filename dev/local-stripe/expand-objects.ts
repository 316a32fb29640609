import type { Queryable } from "@db/client";
import { badParameter } from "./api-error";
import { findAny, findObject, type Kind, listObjects } from "./store";

type Node = Record<string, unknown>;
type Load = (db: Queryable, object: Node) => Promise<unknown>;

/** Replaces ids by their objects. Paths look like `payment_intent.latest_charge`. */
export async function expandObjects(db: Queryable, object: unknown, paths: string[] = []): Promise<unknown> {
  const copy = structuredClone(object);
  for (const path of paths) await expandPath(db, copy as Node, path.split("."), path);
  return copy;
}

async function expandPath(db: Queryable, object: Node, [head = "", ...rest]: string[], path: string): Promise<void> {
  if (object["object"] === "list") {
    if (head !== "data") throw cannotExpand(path);
    for (const entry of object["data"] as Node[]) await expandPath(db, entry, rest, path);
    return;
  }
  const kind = object["object"];
  const load = references[typeof kind === "string" ? kind : ""]?.[head];
  if (!load) throw cannotExpand(path);
  if (!isNode(object[head])) object[head] = (await load(db, object)) ?? object[head];
  const next = object[head];
  if (rest.length > 0 && isNode(next)) await expandPath(db, next, rest, path);
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const reference =
  (kind: Kind, name: string = kind): Load =>
  async (db, object) => {
    const id = object[name];
    return typeof id === "string" ? (await findObject(db, kind, id))?.body : null;
  };

/** Expandable, but always null here. */
const nothing: Load = () => Promise.resolve(null);

/** The object is inside already. */
const inside: Load = (_, object) => Promise.resolve(object);

const customer = reference("customer");

const references: Record<string, Record<string, Load>> = {
  "checkout.session": {
    payment_intent: reference("payment_intent"),
    line_items: (db, session) => listLineItems(db, String(session["id"])),
    customer,
    invoice: reference("invoice"),
    setup_intent: nothing,
    subscription: reference("subscription"),
  },
  item: { price: inside },
  payment_intent: {
    latest_charge: reference("charge", "latest_charge"),
    customer,
    review: nothing,
    payment_method: reference("payment_method"),
  },
  charge: {
    payment_intent: reference("payment_intent"),
    refunds: (db, charge) =>
      listObjects(db, {
        kind: "refund",
        url: `/v1/charges/${String(charge["id"])}/refunds`,
        where: { charge: charge["id"] },
      }),
    balance_transaction: reference("balance_transaction"),
    customer,
  },
  dispute: { charge: reference("charge"), payment_intent: reference("payment_intent") },
  "radar.early_fraud_warning": { charge: reference("charge"), payment_intent: reference("payment_intent") },
  refund: {
    charge: reference("charge"),
    payment_intent: reference("payment_intent"),
    balance_transaction: reference("balance_transaction"),
    failure_balance_transaction: reference("balance_transaction", "failure_balance_transaction"),
  },
  balance_transaction: { source: (db, { source }) => findAny(db, String(source)) },
  payout: {
    balance_transaction: reference("balance_transaction"),
    failure_balance_transaction: reference("balance_transaction", "failure_balance_transaction"),
  },
};

export function listLineItems(db: Queryable, sessionId: string, page: Parameters<typeof listObjects>[1]["page"] = {}) {
  const url = `/v1/checkout/sessions/${sessionId}/line_items`;
  return listObjects(db, { kind: "item", url, sessionId, page, oldestFirst: true });
}

function cannotExpand(path: string) {
  return badParameter(`This property cannot be expanded (${path}).`, "expand");
}
