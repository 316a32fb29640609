const dataSuffix = ".data";

/** Returns the path of a page for that of its data, which scripts get and to which they post forms. */
export function pagePathOf(path: string): string {
  if (!path.endsWith(dataSuffix)) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -dataSuffix.length);
}
