import type { Library } from "@server/selling/recordings/library/schemas";
import { useState } from "react";
import { useIsHydrated } from "~/lib/document";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { RefreshLink } from "~/ui/page-head";
import { LibraryTable } from "./library-table";
import { isBeingPrepared } from "./preparation-state";

const whilePreparingMs = 4000;

/** Lists recordings, and how far those are that are being prepared. */
export function RecordingList({ library: loaded }: { library: Library }) {
  const [isWatched, setWatched] = useState(() => loaded.recordings.some(isBeingPrepared));
  const library = useRefresh(
    loaded,
    { procedure: (api) => api.recordings.library.list, input: { collection: loaded.collection } },
    isWatched ? whilePreparingMs : refreshEvery.admin,
  );
  const isHydrated = useIsHydrated();
  const isPreparing = library.recordings.some(isBeingPrepared);
  if (isPreparing !== isWatched) setWatched(isPreparing);
  return (
    <>
      {isPreparing && !isHydrated && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
          Recordings are being prepared. <RefreshLink />
        </p>
      )}
      <LibraryTable library={library} />
    </>
  );
}
