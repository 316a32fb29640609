import { Form } from "@remix-run/react";
import type { FoundRecording } from "@server/content/recordings/schemas";
import { useChoices } from "~/lib/forms/choices";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FieldFrame, inputStyle } from "~/ui/field-frame";
import { RecordingGrid } from "./recording-grid";

/** What was searched for, and found; without a search, null. */
export type RecordingSearchResult = { search: string; found: FoundRecording[] } | null;

/** Fewer recordings are seen at a glance. */
const fewestSearched = 4;

type RecordingSearchProps = { path: string; result: RecordingSearchResult; count: number };

/** Looks for words in titles and descriptions, and in what is said where that may be heard. */
export function RecordingSearch({ path, result, count }: RecordingSearchProps) {
  const search = result?.search ?? "";
  const { form, choose } = useChoices(path, { q: search });
  if (!result && count < fewestSearched) return null;
  return (
    <Form
      ref={form}
      className="mb-8 grid max-w-text gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end"
      role="search"
      action={path}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <FieldFrame label="Search recordings" id="q">
        <input
          className={inputStyle}
          id="q"
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search}
          placeholder="A word or two"
        />
      </FieldFrame>
      <Button type="submit">Search</Button>
    </Form>
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
