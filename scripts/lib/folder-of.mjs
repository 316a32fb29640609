import { roots } from "../../.dependency-cruiser.mjs";

/** Returns the folder of a source as the levels name it, such as "selling/payments"; roots are one folder. */
export function folderOf(name) {
  const [folder, room, domain] = name.split("/");
  if (folder !== "server") return folder;
  const isRoot = roots.some((pattern) => new RegExp(pattern).test(/\.ts$/.test(name) ? name : `${name}.ts`));
  return isRoot ? "composition roots" : room === "core" ? room : `${room}/${domain}`;
}
