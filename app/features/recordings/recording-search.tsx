import type { FoundRecording } from "@server/selling/recordings/schemas";
import { EmptyState } from "~/ui/card";
import { SearchForm } from "~/ui/search-form";
import { RecordingGrid } from "./recording-grid";

/** What was searched for, and found; without a search, null. */
export type RecordingSearchResult = { search: string; found: FoundRecording[] } | null;

/** Fewer recordings are seen at a glance. */
const fewestSearched = 4;

type RecordingSearchProps = { path: string; result: RecordingSearchResult; count: number };

/** Looks for words in titles and descriptions, and in what is said where that may be heard. */
export function RecordingSearch({ path, result, count }: RecordingSearchProps) {
  if (!result && count < fewestSearched) return null;
  return (
    <SearchForm
      path={path}
      search={result?.search ?? ""}
      label="Search recordings"
      placeholder="A word or two"
      className="mb-8"
    />
  );
}

type FoundRecordingsProps = { found: FoundRecording[]; path: string };

export function FoundRecordings({ found, path }: FoundRecordingsProps) {
  return (
    <>
      {found.length > 0 ? (
        <RecordingGrid recordings={found} pathOf={pathTo} />
      ) : (
        <EmptyState action={{ label: "Show all recordings", to: path }}>No recordings found.</EmptyState>
      )}
      <p className="sr-only" role="status">
        {found.length === 1 ? "1 recording found" : `${found.length} recordings found`}
      </p>
    </>
  );
}

/** Leads to the second where the words are said. */
const pathTo = ({ path, place }: FoundRecording): string => (place ? `${path}?at=${place.seconds}` : path);
