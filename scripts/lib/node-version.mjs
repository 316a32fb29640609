/** Written in syntax that an old Node can parse. */
export function requireNode() {
  const parts = process.versions.node.split(".").map(Number);
  if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) return;
  console.error("Breathroom needs Node 20.19 or later; this is " + process.versions.node + ".");
  process.exit(1);
}
