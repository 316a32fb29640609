import { availableParallelism } from "node:os";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";
import { SlowFilesFirst } from "./tests/support/slow-files-first";

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    environment: "node",
    restoreMocks: true,
    // A larger young generation, and a heap that is not collected while it grows, save the garbage collector work.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64", "--initial-heap-size=500"],
    // Importing the app for every file would cost more than the tests. `vi.mock` would outlast its file; use
    // `vi.spyOn`.
    isolate: false,
    sequence: { sequencer: SlowFilesFirst },
    // Integration tests mostly wait for processes and the database.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // npm run test:pgbouncer: needs a program that the other tests do without.
      {
        extends: true,
        test: {
          name: "pgbouncer",
          include: ["tests/pgbouncer/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          // Generous, because the machine may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
    ],
  },
});
