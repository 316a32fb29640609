import type { TestApp } from "./test-app";
import { anAdmin } from "./admin-sessions";

type Choices = {
  format?: "generic" | "momence" | "eventbrite" | "customers" | "passes" | "members";
  currency?: "GBP" | "EUR" | "USD";
  dateOrder?: "day_first" | "month_first";
  createsSessions?: boolean;
};

/** Returns an admin who checks and imports files with times in UTC. */
export async function anImporter(app: TestApp) {
  const { api, user } = await anAdmin(app);
  return { user, ...importerAs({ api }) };
}

/** Returns what checks and imports files as this admin. */
export function importerAs({ api }: Pick<Awaited<ReturnType<typeof anAdmin>>, "api">) {
  const choose = (text: string, choices: Choices = {}) =>
    api.imports.keep({
      format: "generic",
      timeZone: "UTC",
      currency: "GBP",
      dateOrder: "day_first",
      createsSessions: false,
      ...choices,
      fileName: "bookings.csv",
      text,
    });
  const check = async (text: string, choices?: Choices) => api.imports.check(await choose(text, choices));
  return {
    api,
    choose,
    check,
    async run(text: string, choices?: Choices) {
      const { id, digest } = await check(text, choices);
      return api.imports.run({ id, digest });
    },
  };
}

/** Returns a CSV file of rows. */
export const csvOf = (header: string, ...rows: string[]): string => `${[header, ...rows].join("\r\n")}\r\n`;

/** Returns an instant as files write it: "2026-12-01 19:30". */
export const inFile = (instant: Date): string => instant.toISOString().slice(0, 16).replace("T", " ");
