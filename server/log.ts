import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** One JSON line an event; personal data and secrets stay out of it. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const redact = ["req.headers.cookie", "req.headers.authorization"];
  return pino({ level, base: undefined, redact, serializers: { err: withoutValues } }, destination);
}

/** A failed query brings along what it was asked with: names, addresses, keys. */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { params: _, detail: __, ...told } = stdSerializers.err(error);
  const values = valuesIn(error);
  const clean = (text = "") => values.reduce((rest, value) => rest.replaceAll(value, ""), text);
  return { ...told, message: clean(told.message), stack: clean(told.stack) };
}

/** As drizzle prints them, of the error and of what caused it. */
function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "params" in error && Array.isArray(error.params) ? [`\nparams: ${error.params.join()}`] : [];
  return [...own, ...valuesIn(error.cause)];
}
