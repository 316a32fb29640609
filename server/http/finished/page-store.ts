import type { Revisions } from "../../core/revisions";
import { type BoundedStore, createBoundedStore } from "./bounded-store";
import type { FinishedPage } from "./finished-page";

/** A finished page and all that it depends on. */
export type KeptPage = {
  page: FinishedPage;
  content: number;
  sessions: ReadonlyMap<string, number>;
  /** Of the database, when the page was last known to be unchanged. */
  state: string;
  rates: string;
  isFreshAt: (now: Date) => boolean;
};

/** The page itself and what it is compressed to. */
const bytesOf = ({ page }: KeptPage): number => page.body.length * 2;

/** Keeps the pages that were asked for last, as many as fit. */
export const createPageStore = (maxBytes: number): BoundedStore<KeptPage> => createBoundedStore(maxBytes, bytesOf);

export const isUnchanged = (
  kept: Pick<KeptPage, "content" | "sessions">,
  { content, sessions }: Pick<Revisions, "content" | "sessions">,
): boolean => content === kept.content && [...kept.sessions].every(([id, revision]) => sessions.get(id) === revision);
