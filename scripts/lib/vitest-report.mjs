import { writeFileSync } from "node:fs";

/** The environment variable with the path of the report. */
export const reportVariable = "VITEST_REPORT_FILE";

/**
 * Writes the result of a vitest run as JSON: files that failed, files that never ended, and the number of errors
 * outside tests. Vitest's own JSON lacks the last two.
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
