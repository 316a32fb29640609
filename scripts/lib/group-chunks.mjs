/**
 * A chunk of fewer bytes is merged with another one, unless pages would then load more needless bytes than this, on
 * average or any of them.
 */
const fewestBytes = 12_000;
const mostNeedlessBytes = { average: 2_000, ofOnePage: 8_000 };

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
  const reached = readReached(groups, graph);
  for (const one of groups.filter(({ bytes }) => bytes < fewestBytes).sort((a, b) => a.bytes - b.bytes)) {
    const [best] = groups
      .filter((other) => other !== one)
      .map((other) => ({ other, ...needlessBytes(one, other, reached) }))
      .filter(
        ({ average, ofOnePage }) => average <= mostNeedlessBytes.average && ofOnePage <= mostNeedlessBytes.ofOnePage,
      )
      .filter(({ other }) => !leads(one, other, groups, graph) && !leads(other, one, groups, graph))
      .sort((a, b) => a.average - b.average);
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

/** Returns for each group the groups that are loaded with it, itself included. */
function readReached(groups, graph) {
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  return new Map(
    groups.map((group) => {
      const reached = new Set([group]);
      for (const { files } of reached)
        for (const file of files.flatMap((each) => graph.get(each).imports)) {
          const next = groupOf.get(file);
          if (next) reached.add(next);
        }
      return [group, reached];
    }),
  );
}

/** Returns how many bytes pages would load in vain: the average of those that use either group, and the most for one. */
function needlessBytes(one, other, reached) {
  const inVain = (page, group) =>
    group.users.has(page)
      ? 0
      : [...reached.get(group)].reduce((sum, { bytes, users }) => sum + (users.has(page) ? 0 : bytes), 0);
  const pages = [...new Set([...one.users, ...other.users])];
  const costs = pages.map((page) => inVain(page, one) + inVain(page, other));
  return { average: costs.reduce((sum, cost) => sum + cost, 0) / pages.length, ofOnePage: Math.max(...costs) };
}

/** Returns whether the first group imports the second one through a third: merged, they would form a circle with it. */
function leads(from, to, groups, graph) {
  const groupOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  const importsOf = ({ files }) => files.flatMap((file) => graph.get(file).imports).map((file) => groupOf.get(file));
  const reached = new Set(importsOf(from).filter((group) => group !== from && group !== to));
  for (const group of reached) for (const next of group ? importsOf(group) : []) reached.add(next);
  return reached.has(to);
}
