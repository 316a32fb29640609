import type { OfficeSearch } from "@server/office/operations/search-office";
import { useEffect, useState } from "react";
import { createApi } from "~/lib/api/client";

const { office } = createApi((...request) => fetch(...request));

/** A pause in typing after which the server is asked. */
const pauseMs = 200;

type ReadRecords = { search: string; records: OfficeSearch | null };

/**
 * Reads what a search finds in the database, once the admin stops typing. Until then it returns what was found before.
 * `isRead` is true when the answer to this search has arrived, or did not: then the pages found are still shown.
 */
export function useRecords(typed: string): { records: OfficeSearch | null; isRead: boolean } {
  const search = typed.trim();
  const [read, setRead] = useState<ReadRecords>({ search: "", records: null });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const finish = (records: OfficeSearch | null) => {
      if (!signal.aborted) setRead({ search, records });
    };
    if (search === "") {
      finish(null);
      return;
    }
    const timer = setTimeout(() => {
      office.search.query({ search }, { signal }).then(finish, () => finish(null));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [search]);
  return { records: read.records, isRead: read.search === search };
}
