import { z } from "zod";
import type { Corpus } from "./corpus";
import { hostileJson, hostileText } from "./hostile-values";
import type { Random } from "./random";

type JsonSchema = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
};

/** Returns the JSON schema of a procedure's input, or null. */
export function shapeOf(inputs: readonly unknown[]): JsonSchema | null {
  const schemas = inputs.filter((input): input is z.ZodType => input instanceof z.ZodType);
  if (schemas.length === 0) return null;
  const shapes = schemas.map((schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  return shapes.length === 1 ? shapes[0]! : { allOf: shapes };
}

export const fieldNames = ({ properties = {}, anyOf = [], allOf = [] }: JsonSchema): string[] => [
  ...Object.keys(properties),
  ...[...Object.values(properties), ...anyOf, ...allOf].flatMap(fieldNames),
];

/** `hostileShare` is the probability that a value is hostile. */
type Hostility = { random: Random; corpus: Corpus; hostileShare: number; target: string };

/** Returns JSON as text, because hostile values include numbers that `JSON.stringify` cannot write. */
export function jsonFor(shape: JsonSchema, hostility: Hostility, name = ""): string {
  const { random, hostileShare } = hostility;
  const isObject = shape.properties !== undefined || shape.allOf !== undefined;
  if (!isObject && random.chance(hostileShare)) return hostileJson(random);
  if (isObject && random.chance(hostileShare / 20)) return hostileJson(random);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return JSON.stringify(random.pick(shape.enum));
  if (shape.anyOf) return jsonFor(random.pick(shape.anyOf), { ...hostility, hostileShare: 0 }, name);
  if (shape.allOf) return jsonFor(mergedOf(shape.allOf), hostility, name);
  if (shape.properties) return objectFor(shape, hostility);
  return plainFor(shape, hostility, name);
}

const mergedOf = (shapes: JsonSchema[]): JsonSchema => ({
  type: "object",
  properties: Object.assign({}, ...shapes.map(({ properties }) => properties)) as Record<string, JsonSchema>,
  required: shapes.flatMap(({ required = [] }) => required),
});

function objectFor({ properties = {}, required = [] }: JsonSchema, hostility: Hostility): string {
  const { random, corpus, target } = hostility;
  const row = corpus.rowFor(target, random);
  // Mostly one hostile field at a time, because more would be refused together.
  const isHostile = random.chance(hostility.hostileShare * 2);
  const only = random.chance(0.7) ? random.pick([...Object.keys(properties), ""]) : null;
  const partOf = (name: string) => (only === null ? hostility.hostileShare : isHostile && name === only ? 1 : 0);
  const fields = Object.entries(properties).flatMap(([name, shape]) => {
    if (!required.includes(name) && name !== only && random.chance(0.5)) return [];
    const hostileShare = partOf(name);
    // An id and its key must come from the same row.
    const isKey = name === "key" && row.key !== null && !random.chance(hostileShare);
    const isId = /^(id|\w+Id)$/.test(name) && shape.format === "uuid" && !random.chance(hostileShare);
    const value = isKey
      ? JSON.stringify(row.key)
      : isId
        ? JSON.stringify(row.id)
        : jsonFor(shape, { ...hostility, hostileShare }, name);
    return [`${JSON.stringify(name)}:${value}`];
  });
  return `{${fields.join(",")}}`;
}

const samples = ["none", "1", "12.50", "2026-12-01", "12:30", "2026-12", "ABC", "a", "GBP:1800"];

function plainFor(shape: JsonSchema, { random, corpus }: Hostility, name: string): string {
  const known = corpus.valueOf(name, random);
  if (shape.type === "string" || shape.format) {
    if (name === "formKey") return JSON.stringify(random.uuid());
    if (known !== null && random.chance(0.8)) return JSON.stringify(known);
    if (shape.format === "uuid") return JSON.stringify(random.uuid());
    if (shape.format === "email") return JSON.stringify(`guest-${random.below(50)}@example.com`);
    if (shape.format === "uri") return JSON.stringify("https://zoom.example/j/1");
    const { pattern } = shape;
    const fitting = pattern ? samples.find((text) => new RegExp(pattern, "u").test(text)) : undefined;
    return JSON.stringify(fitting ?? `Some ${"words ".repeat(1 + random.below(3))}`);
  }
  if (shape.type === "integer" || shape.type === "number") {
    const { minimum: low = 0, maximum: high = 1000 } = shape;
    return String(random.pick([low, Math.min(high, low + 1 + random.below(50)), high]));
  }
  if (shape.type === "boolean") return String(random.chance(0.5));
  if (shape.type === "array")
    return `[${jsonFor(shape.items ?? {}, { random, corpus, hostileShare: 0, target: "" }, name)}]`;
  if (shape.type === "null") return "null";
  return JSON.stringify(known ?? hostileText(random));
}
