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
