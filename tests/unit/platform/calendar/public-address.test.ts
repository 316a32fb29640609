import { isPublicAddress } from "@server/platform/calendar/outside-request";
import { expect, test } from "vitest";

test.each(["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1::1", "2a00:1450:4009::200e"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...[
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
  ],
  ...[
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "255.255.255.255",
  ],
  ...["::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "fe80::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1"],
  ...["64:ff9b::7f00:1", "2002:7f00:1::1", "2001::1", "2001:db8::1", "100::1", "4000::1", "", "localhost"],
])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));
