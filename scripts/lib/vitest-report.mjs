import { writeFileSync } from "node:fs";

export const reportVariable = "VITEST_REPORT_FILE";

/** Vitest's own JSON lacks unfinished files and errors outside tests. */
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
