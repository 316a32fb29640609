import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's Chromium without a window: it has no menus, tabs and extensions, a sixth of the other's work. */
const debiansChromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
const chromiumPath = process.env.CHROMIUM_PATH || debiansChromium;

/** What Playwright turns off by itself, as the last list is the one that counts, and what nobody sees. */
const featuresOff = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  // The menus of the address bar, and a process kept ready for a page that never comes.
  ...["PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"],
];

/** Every journey runs with JavaScript and without; `@scripted` and `@plain` mark what is about one of the two. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-setup.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: "list",
  // A machine may be busy with something else for a while: nothing here is about how long a thing takes.
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
    // Its requests can't be intercepted, and only one test is about it.
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
