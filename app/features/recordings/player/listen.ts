/** Calls a listener at each of some events, separated by spaces; returns a function that ends it. */
export function listen(target: EventTarget, events: string, listener: () => void): () => void {
  const names = events.split(" ");
  for (const name of names) target.addEventListener(name, listener);
  return () => names.forEach((name) => target.removeEventListener(name, listener));
}
