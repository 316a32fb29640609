import { createHash } from "node:crypto";
import type { ClientBase, QueryConfig } from "pg";

/** Each connection keeps as many plans; lists of many lengths would make statements without end. */
const maxNamed = 300;
const maxSeen = 3000;

const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * Ranges and patterns of a query: how much they let through depends on their values. After five executions PostgreSQL may
 * keep a plan for any values, which has read fifty thousand rows where fifty were asked for.
 */
const planDeciding = /(?:<|(?<!<)>)=? \(?\$\d|\b(?:i?like|between) \$\d/i;

/** Changes find their rows by keys; their ranges are conditions. */
const isPlannedByValues = (text: string): boolean => /^[\s(]*select\b/i.test(text) && planDeciding.test(text);

/** Names the statements with values that are sent repeatedly, so that PostgreSQL parses and plans them once. */
export function prepareRepeated(connection: ClientBase): void {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown;
  const send = (config: unknown, values: unknown, ...others: unknown[]) =>
    query(isNameable(config, values) ? named(config) : config, values, ...others);
  Object.assign(connection, { query: send });
}

function isNameable(config: unknown, values: unknown): config is QueryConfig {
  const isStatement = typeof config === "object" && config !== null && "text" in config && !("submit" in config);
  return isStatement && !("name" in config && config.name) && Array.isArray(values) && values.length > 0;
}

function named(config: QueryConfig): QueryConfig {
  const name = names.get(config.text) ?? nameRepeated(config);
  return name ? { ...config, name } : config;
}

/** The first time a statement is seen it may be the only one. One that is prepared by hand has an empty name. */
function nameRepeated({ text, name: given }: QueryConfig): string | undefined {
  if (names.size >= maxNamed || (given !== "" && isPlannedByValues(text))) return undefined;
  if (!seen.has(text)) {
    if (seen.size >= maxSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  seen.delete(text);
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}
