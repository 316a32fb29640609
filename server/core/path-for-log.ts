const word = /^[a-z][a-z-]{0,30}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the path of an address or path with its words and ids; anything else may be a key, and becomes "…". */
export function pathForLog(address: string): string {
  const path = address.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
  return path
    .split("/")
    .map((part) => (part === "" || word.test(part) || uuid.test(part) ? part : "…"))
    .join("/");
}
