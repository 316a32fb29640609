/** "Firefox on Linux" */
export function describeBrowser(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent) ?? "Unknown browser";
  const system = firstMatch(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** In this order: most browsers claim to be several others too. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (names: [RegExp, string][], text: string | null) =>
  names.find(([pattern]) => pattern.test(text ?? ""))?.[1];
