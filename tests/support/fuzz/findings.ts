import path from "node:path";
import type { FuzzAnswer } from "./http-client";

/** Internals that no response may show. */
const leaks: [string, RegExp][] = [
  ["a stack", /\n\s+at .{1,200}[:(]\d+:\d+\)?/],
  [
    "a path",
    new RegExp(`${path.resolve(".").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}|node_modules/|build/(index|dev)\\.js`),
  ],
  [
    "SQL",
    /Failed query:|\b(select|insert into|update|delete from) (\\?"\w+\\?"[.,]?\s?)+ ?(from|set|values|where|\()/i,
  ],
  ["an error of the database", /violates .{1,60} constraint|syntax error at or near|invalid input syntax|DrizzleQuery/],
  ["an error of the program", /\b(TypeError|RangeError|ReferenceError|SyntaxError): /],
];

/** Returns what is wrong with a response, or null. */
export function faultOf(answer: FuzzAnswer | null): string | null {
  if (answer === null) return null;
  const { status, headers, text } = answer;
  const isShed = status === 503 && headers["retry-after"] !== undefined;
  if (status >= 500 && !isShed) return `answered ${status}`;
  const leak = leaks.find(([, pattern]) => pattern.test(text));
  return leak ? `showed ${leak[0]}: ${leak[1].exec(text)![0].slice(0, 200)}` : null;
}
