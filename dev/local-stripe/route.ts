import type { Queryable } from "@db/client";
import { noSuchObject } from "./api-error";
import type { Context } from "./context";
import type { EventCause } from "./events";
import { expandObjects } from "./expand-objects";
import { type Form, parseParameters, schemas } from "./parameters";
import { findObject, type KeptObject, type Kind } from "./store";

export type Call = { ctx: Context; db: Queryable; id: string; form: Form; causedBy: EventCause };

type Method = "DELETE" | "GET" | "POST";

/** Returns the answer. An `ApiError` that is returned keeps what was done; one that is thrown undoes it. */
type Run = (call: Call) => Promise<unknown>;

export function route<O extends string>(method: Method, path: string, operation: O, run: Run) {
  return { method, path: new RegExp(`^${path.replace("{id}", "(?!search$)([^/]+)")}$`), operation, run };
}

export function retrieve(kind: Kind): Run {
  return async ({ db, id, form }) => {
    const { expand } = parseParameters(schemas.expandOnly, form);
    return expandObjects(db, (await requireObject(db, kind, id)).body, expand);
  };
}

export async function requireObject<K extends Kind>(db: Queryable, kind: K, id: string): Promise<KeptObject<K>> {
  const kept = await findObject(db, kind, id);
  if (!kept) throw noSuchObject(kind, id, kind === "payment_intent" ? "intent" : "id");
  return kept;
}
