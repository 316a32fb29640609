import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's headless shell takes a sixth of the other's CPU time. */
const debiansChromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
const chromiumPath = process.env.CHROMIUM_PATH || debiansChromium;

/** This replaces Playwright's own list, so it repeats it and adds features that no test needs. */
const featuresOff = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  // Menus of the address bar, and a spare renderer process.
  ...["PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"],
];

/** Every journey runs with and without JavaScript; `@scripted` and `@plain` restrict it to one of them. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-setup.ts",
  fullyParallel: true,
  // One more than the cores: a test waits now and then.
  workers: 3,
  forbidOnly: true,
  reporter: "list",
  // Generous, because the machine may be busy: no test measures time.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  projects: [
    { name: "with JavaScript", grepInvert: /@plain/ },
    { name: "without JavaScript", grepInvert: /@scripted/, use: { javaScriptEnabled: false } },
  ],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Europe/London",
    contextOptions: { reducedMotion: "reduce" },
    // Its requests can't be intercepted; one test enables it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    actionTimeout: 25_000,
    navigationTimeout: 25_000,
    launchOptions: chromiumPath
      ? {
          executablePath: chromiumPath,
          args: [
            ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
            ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
            `--disable-features=${featuresOff.join(",")}`,
          ],
        }
      : {},
  },
});
