import { writeFileSync } from "node:fs";

/** The environment variable that says where the report goes. */
export const reportVariable = "VITEST_REPORT_FILE";

/**
 * Writes what became of a vitest run, as JSON: the files that failed, those that never ended, and how many errors belong
 * to no test. Vitest's own JSON knows nothing of the last two.
 */
export default class VitestReport {
  #wanted = [];

  onTestRunStart(specifications) {
    this.#wanted = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules, unhandledErrors) {
    const ended = modules.filter((module) => ["passed", "failed", "skipped"].includes(module.state()));
    const known = new Set(ended.map(({ moduleId }) => moduleId));
    const report = {
      failed: ended.filter((module) => module.state() === "failed").map(({ moduleId }) => moduleId),
      unfinished: this.#wanted.filter((file) => !known.has(file)),
      unhandledErrors: unhandledErrors.length,
    };
    writeFileSync(process.env[reportVariable], JSON.stringify(report));
  }
}
