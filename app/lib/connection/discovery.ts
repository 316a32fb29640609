/** What the site answers at once (server/http/manifest.ts), with room for the version. */
const most = { paths: 32, characters: 1900 };

/** Asks which routes a page's links lead to. Remix asks for all of them at once, which the site may refuse. */
export async function discoverRoutes(fetch: typeof globalThis.fetch, url: URL, init?: RequestInit): Promise<Response> {
  const batches = batchesOf(url);
  if (batches.length < 2) return fetch(url, init);
  const answers = await Promise.all(batches.map((batch) => fetch(batch, init)));
  const unusual = answers.find(({ status }) => status !== 200);
  if (unusual) return unusual;
  const routes = (await Promise.all(answers.map((answer) => answer.json()))) as object[];
  return new Response(JSON.stringify(Object.assign({}, ...routes)));
}

/** Splits a request for routes into ones that the site accepts: it counts the paths above each path, too. */
export function batchesOf(url: URL): URL[] {
  const batches: URL[] = [];
  let counted = new Set<string>();
  for (const path of url.searchParams.getAll("p")) {
    const all = new Set([...counted, ...pathsUpTo(path)]);
    const batch = batches.at(-1);
    const isFull =
      all.size > most.paths || (batch?.search.length ?? 0) + encodeURIComponent(path).length > most.characters;
    if (batch && !isFull) {
      batch.searchParams.append("p", path);
      counted = all;
    } else {
      const next = new URL(url);
      next.searchParams.delete("p");
      next.searchParams.append("p", path);
      batches.push(next);
      counted = new Set(pathsUpTo(path));
    }
  }
  return batches;
}

const pathsUpTo = (path: string): string[] =>
  path.split("/").flatMap((_, index, segments) => (index === 0 ? [] : [segments.slice(0, index + 1).join("/")]));
