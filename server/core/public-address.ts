import ipaddr from "ipaddr.js";

/** Returns whether an IP address is one of the public internet: not this machine, not its network, not a cloud's own. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // The library calls unicast what has no other name; all public IPv6 addresses begin with the bits 001.
  return address instanceof ipaddr.IPv4 || (address.parts[0] ?? 0) >> 13 === 1;
}
