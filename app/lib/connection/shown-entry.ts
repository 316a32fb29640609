import type { Router } from "./stay-on-page";

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
