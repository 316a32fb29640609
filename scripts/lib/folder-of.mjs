import { roots } from "../../.dependency-cruiser.mjs";

/**
 * Returns the folder of a source: a folder of a level such as "selling/bookings", or the level itself for its own files;
 * roots are one folder.
 */
export function folderOf(name) {
  const [folder, level, domain, ...rest] = name.split("/");
  if (folder !== "server") return folder;
  const isRoot = roots.some((pattern) => new RegExp(pattern).test(/\.ts$/.test(name) ? name : `${name}.ts`));
  if (isRoot) return "composition roots";
  return rest.length === 0 ? level : `${level}/${domain}`;
}
