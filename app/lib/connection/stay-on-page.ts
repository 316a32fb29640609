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

/**
 * Ends what the router waits for and leaves the page as it is, with its forms, their last answers and all input. The
 * router has no such operation of its own: it replaces the page by an error page. The request that it waits for must
 * never be settled.
 */
export function stayOnPage(router: Router): void {
  router.state.navigation = idle;
  router.state.revalidation = "idle";
  publish(router);
}

/** The same for a form that was posted by a fetcher. */
export function stopFetcher(router: Router, key: string): void {
  router._internalFetchControllers.get(key)?.abort();
  router._internalFetchControllers.delete(key);
  const { location: _, ...fetcher } = idle;
  router.state.fetchers.set(key, { ...fetcher, data: router.state.fetchers.get(key)?.data as unknown });
  publish(router);
}

/** Tells the router's subscribers of its state; no route is added. */
const publish = (router: Router) => router.patchRoutes(null, []);

type Entry = { key: string; idx: number | null };

/**
 * Follows which entry of the browser's history is on the screen. A page that Back or Forward can't load is not shown,
 * but its address is: `restore` goes back to the entry of the page that stays.
 */
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
    /** True while the page that stayed is reloaded after `restore`, which is no navigation of the visitor. */
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
