import type { Settings } from "./core/env";

export function printBanner(
  settings: Settings,
  { address, dataDir }: { address: string; dataDir: string | undefined },
) {
  const demo = [
    "",
    `  This is the demo: ${settings.stripe || settings.resend ? "no live site" : "no money moves, no mail leaves this machine"}.`,
    "  Admin    admin@example.com, password breathe-demo",
    "  Member   member@example.com, password breathe-demo",
    "  Member   collector@example.com, password breathe-demo, with both collections of recordings",
    `  Mailbox  ${address}/dev/mailbox`,
  ];
  const lines = [
    `Breathroom is ready at ${address}`,
    ...(settings.isLive ? [] : demo),
    ...(dataDir ? [`  Data     ${dataDir}`] : []),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
