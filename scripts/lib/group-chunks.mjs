/** A chunk of fewer bytes is merged with another one, unless pages would then load more needless bytes than this. */
const fewestBytes = 12_000;
const mostNeedlessBytes = 2_000;

/**
 * Groups the chunks that several pages share. `outputs` are esbuild's, by file; `pages` are the entries' files. What each
 * list of pages in `first` needs becomes one group, without what an earlier one has, because most visits load all of them.
 */
export function groupChunks({ outputs, pages, first }) {
  const graph = readGraph(outputs);
  for (const page of pages) markUser(page, page, graph);
  const isShared = ([file, { users, isOnDemand }]) => users.size > 0 && !pages.includes(file) && !isOnDemand;
  const layers = [];
  const others = [];
  for (const [file, { bytes, users }] of [...graph].filter(isShared)) {
    const layer = first.findIndex((pages) => pages.some((page) => users.has(page)));
    if (layer < 0) others.push({ files: [file], bytes, users });
    else (layers[layer] ??= []).push(file);
  }
  while (mergeSmallest(others, graph)) continue;
  return [...layers.filter(Boolean), ...others.map(({ files }) => files)];
}

function readGraph(outputs) {
  const importsOf = (file, kind) => outputs[file].imports.filter((each) => each.kind === kind).map(({ path }) => path);
  const files = Object.keys(outputs);
  const onDemand = new Set(files.flatMap((file) => importsOf(file, "dynamic-import")));
  return new Map(
    files.map((file) => {
      const imports = importsOf(file, "import-statement");
      return [file, { bytes: outputs[file].bytes, imports, isOnDemand: onDemand.has(file), users: new Set() }];
    }),
  );
}

function markUser(file, page, graph) {
  const { users, imports } = graph.get(file);
  if (users.has(page)) return;
  users.add(page);
  for (const each of imports) markUser(each, page, graph);
}

/** Merges the smallest group with the one that is used by the most similar pages. Returns whether it merged any. */
function mergeSmallest(groups, graph) {
  for (const one of groups.filter(({ bytes }) => bytes < fewestBytes).sort((a, b) => a.bytes - b.bytes)) {
    const [best] = groups
      .filter((other) => other !== one)
      .map((other) => ({ other, cost: needlessBytes(one, other) }))
      .filter(
        ({ other, cost }) =>
          cost <= mostNeedlessBytes && !leads(one, other, groups, graph) && !leads(other, one, groups, graph),
      )
      .sort((a, b) => a.cost - b.cost);
    if (best) {
      const { files, bytes, users } = groups.splice(groups.indexOf(best.other), 1)[0];
      one.files.push(...files);
      one.bytes += bytes;
      for (const page of users) one.users.add(page);
      return true;
    }
  }
  return false;
}

/** Returns how many bytes a page would load in vain, on average over the pages that use either group. */
function needlessBytes(one, other) {
  const common = [...one.users].filter((page) => other.users.has(page)).length;
  const [onlyOne, onlyOther] = [one.users.size - common, other.users.size - common];
  return (one.bytes * onlyOther + other.bytes * onlyOne) / (common + onlyOne + onlyOther);
}

/** Returns whether the first group imports the second one through a third: merged, they would form a circle with it. */
function leads(from, to, groups, graph) {
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  const importsOf = ({ files }) => files.flatMap((file) => graph.get(file).imports).map((file) => groupOf.get(file));
  const reached = new Set(importsOf(from).filter((group) => group !== from && group !== to));
  for (const group of reached) for (const next of group ? importsOf(group) : []) reached.add(next);
  return reached.has(to);
}
