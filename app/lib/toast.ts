export type Toast = { kind: "success" | "error" | "information"; title: string; text?: string };
type Outlet = (toast: Toast) => void;

const outlets: Outlet[] = [];

/** Takes over the toasts until the returned function is called: an open dialog shows its own, above its page. */
export function openToastOutlet(outlet: Outlet): () => void {
  outlets.push(outlet);
  return () => void outlets.splice(outlets.indexOf(outlet), 1);
}

/** Shows a short message for a moment. Whatever it says must be on the page as well, or need no reading twice. */
export function showToast(toast: Toast): void {
  outlets.at(-1)?.(toast);
}
