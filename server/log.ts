import { pino, type Logger } from "pino";

export type Log = Logger;

/** One JSON line an event; personal data and secrets stay out of it. */
export function createLog(level: string): Log {
  return pino({ level, base: undefined, redact: ["req.headers.cookie", "req.headers.authorization"] });
}
