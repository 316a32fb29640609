import { createHash } from "node:crypto";

/** Returns an id that is the same on every machine, so that pictures drawn from it stay the same. */
export function seedId(name: string): string {
  const hex = createHash("sha256").update(`demo ${name}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
