import { createLog } from "@server/core/log";
import type { Services } from "@server/core/services";

export type LogLine = Record<string, unknown> & { level: number; msg: string };

/** Replaces the log of these services with one in memory. */
export function captureLog(services: Services) {
  let written = "";
  services.log = createLog("info", { write: (line) => void (written += line) });
  return {
    text: () => written,
    lines: () =>
      written
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogLine),
  };
}
