import type { Settings } from "@server/core/env";

export const demoBanner = ({ stripe, resend }: Settings, address: string): string[] => [
  "",
  `  This is the demo: ${stripe || resend ? "no live site" : "no money moves, no mail leaves this machine"}.`,
  "  Admin    admin@example.com, password breathe-demo",
  "  Member   member@example.com, password breathe-demo",
  "  Member   collector@example.com, password breathe-demo, with both collections of recordings",
  `  Mailbox  ${address}/dev/mailbox`,
];
