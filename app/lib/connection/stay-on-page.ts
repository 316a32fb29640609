export type Router = typeof globalThis.__remixRouter;

const idle = {
  state: "idle",
  location: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
} as const;

/** Ends the router's pending work, which must never be settled, and keeps the page. The router can't do this itself. */
export function stayOnPage(router: Router): void {
  router.state.navigation = idle;
  router.state.revalidation = "idle";
  publish(router);
}

export function stopFetcher(router: Router, key: string): void {
  router._internalFetchControllers.get(key)?.abort();
  router._internalFetchControllers.delete(key);
  const { location: _, ...fetcher } = idle;
  router.state.fetchers.set(key, { ...fetcher, data: router.state.fetchers.get(key)?.data as unknown });
  publish(router);
}

/** Notifies the router's subscribers; no route is added. */
const publish = (router: Router) => router.patchRoutes(null, []);

type Entry = { key: string; idx: number | null };

/** Follows the history's current entry; `restore` returns to it when Back or Forward can't load a page. */
export function followHistory(router: Router, history: History) {
  let shown = entryOf(history);
  let isReturning = false;
  const stop = router.subscribe(({ navigation, location }) => {
    const current = entryOf(history);
    if (navigation.state !== "idle" || current.key !== location.key) return;
    shown = current;
    isReturning = false;
  });
  return {
    stop,
    /** True while `restore` reloads the page, which is no navigation of the visitor. */
    isReturning: () => isReturning,
    restore() {
      const { key, idx } = entryOf(history);
      if (key === router.state.location.key || idx === null || shown.idx === null) return;
      isReturning = true;
      history.go(shown.idx - idx);
    },
  };
}

function entryOf({ state }: History): Entry {
  const { key, idx } = (state ?? {}) as { key?: string; idx?: number };
  return { key: key ?? "default", idx: idx ?? null };
}
