import type { Revisions } from "../../core/revisions";
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

type PageStore = {
  get(key: string): KeptPage | undefined;
  set(key: string, kept: KeptPage): void;
};

/** The page itself and what it is compressed to. */
const bytesOf = ({ page }: KeptPage): number => page.body.length * 2;

/** Keeps the pages that were asked for last, as many as fit. */
export function createPageStore(maxBytes: number): PageStore {
  const pages = new Map<string, KeptPage>();
  let bytes = 0;
  const remove = (key: string) => {
    const kept = pages.get(key);
    if (kept) bytes -= bytesOf(kept);
    pages.delete(key);
  };
  return {
    get(key) {
      const kept = pages.get(key);
      if (!kept) return undefined;
      // A Map lists its keys in the order of their insertion.
      pages.delete(key);
      pages.set(key, kept);
      return kept;
    },
    set(key, kept) {
      remove(key);
      if (bytesOf(kept) > maxBytes / 8) return;
      pages.set(key, kept);
      bytes += bytesOf(kept);
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}

export const isUnchanged = (
  kept: Pick<KeptPage, "content" | "sessions">,
  { content, sessions }: Pick<Revisions, "content" | "sessions">,
): boolean => content === kept.content && [...kept.sessions].every(([id, revision]) => sessions.get(id) === revision);
