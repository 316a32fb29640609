import type { ComponentType } from "react";

export type SignOutQuestionProps = { onSignOut: () => void; onStay: () => void };

/** Work that this browser keeps until the server has confirmed it, and that is lost by signing out. */
type UnsentWork = {
  count: () => number;
  /** The question whether to sign out nevertheless, for the browser's own dialog. */
  question: (count: number) => string;
  /** Loads the dialog that asks whether to sign out or to send the work first. */
  loadDialog: () => Promise<ComponentType<SignOutQuestionProps>>;
};

const registered = new Set<UnsentWork>();

/** Makes signing out ask first while the work is unsent; returns a function that ends this. */
export function registerUnsentWork(work: UnsentWork): () => void {
  registered.add(work);
  return () => void registered.delete(work);
}

/** Returns the work of which something is unsent now; undefined if signing out loses nothing. */
export const findUnsentWork = (): UnsentWork | undefined => [...registered].find((work) => work.count() > 0);
