/** Stores the offline page, after this page has been loaded so as not to slow it. */
export function keepOfflinePage(window: Window): void {
  if (!("serviceWorker" in window.navigator)) return;
  const register = () => void window.navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  if (window.document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
