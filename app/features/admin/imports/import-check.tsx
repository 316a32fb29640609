import type { checkImport } from "@server/office/imports/pending-import";
import { importPath } from "~/features/admin/admin-paths";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Button } from "~/ui/button";
import { StatCards } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { type Column, DataTable } from "~/ui/table";

type Check = Awaited<ReturnType<typeof checkImport>>;
type Problem = Check["problems"][number];

const columns: Column<Problem>[] = [
  { label: "Problem", place: "title", cell: ({ message }) => message },
  { label: "Row", place: "badge", cell: ({ row }) => `Row ${row}` },
  { label: "Column", place: "lastDetail", cell: ({ column }) => column },
];

/** Shows what an import would add, or what is wrong with its file. */
export function ImportCheck({ check }: { check: Check }) {
  const { id, fileName, source, timeZone, problems, problemCount, digest, bookings, customers, passes, members } =
    check;
  const isBusy = useIsPosting(`${importPath}/${id}`);
  const canImport = bookings + customers + passes + members > 0;
  const isWrong = problemCount > 0;
  return (
    <>
      <BackLink to={importPath}>Import</BackLink>
      <PageHead
        title="Check the import"
        lede={`${fileName}: ${source}${check.isCustomerList ? "" : `, times in ${timeZone.replaceAll("_", " ")}`}.`}
      />
      <StatCards
        stats={[
          ...addedBy(check),
          {
            label: problemCount === 1 ? "Problem" : "Problems",
            value: problemCount,
            tone: problemCount > 0 ? "red" : "green",
          },
        ]}
      />
      <LeftOut {...check} />
      {check.guessed && (
        <Notice kind="warning" isAnnounced={false}>
          The file does not say how its letters are written (it is not UTF-8). Are these words right?{" "}
          {check.guessed.join(", ")}. If not, save the file as “CSV UTF-8” and choose it again.
        </Notice>
      )}
      {isWrong && (
        <Notice kind="error" isAnnounced={false}>
          Correct these rows in the file, or at the session, and choose the file again
          {canImport ? "; or import the others, and these later with the corrected file." : "."}
          {problemCount > problems.length && ` The first ${problems.length} of ${problemCount} are shown.`}
        </Notice>
      )}
      {isWrong && (
        <DataTable
          caption="Problems, by row of the file"
          columns={columns}
          rows={problems}
          keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
        />
      )}
      <PostForm
        className="flex flex-wrap gap-3"
        action={`${importPath}/${id}`}
        isBusy={isBusy}
        failure={{ title: "Nothing was imported" }}
      >
        <input type="hidden" name="digest" value={digest} />
        <Button kind="quiet" type="submit" name="intent" value="drop" aria-disabled={isBusy || undefined}>
          Forget this file
        </Button>
        {canImport && isWrong && <input type="hidden" name="leavesOut" value="on" />}
        {canImport && (
          <SubmitButton isBusy={isBusy} busyLabel="Importing...">
            {isWrong
              ? `Leave out ${problemCount === 1 ? "this row" : "these rows"}: ${importLabel(check)}`
              : importLabel(check)}
          </SubmitButton>
        )}
      </PostForm>
    </>
  );
}

function addedBy(check: Check) {
  const { customers, bookings, future, sessions } = check;
  if (check.isCustomerList)
    return [{ label: customers === 1 ? "Customer to add" : "Customers to add", value: customers }];
  if (check.passes > 0) return [{ label: check.passes === 1 ? "Pass to add" : "Passes to add", value: check.passes }];
  if (check.members > 0) {
    return [{ label: check.members === 1 ? "Member to add" : "Members to add", value: check.members }];
  }
  return [
    { label: bookings === 1 ? "Booking to add" : "Bookings to add", value: bookings },
    { label: "Of future sessions", value: future },
    { label: "Past sessions to add", value: sessions },
  ];
}

function importLabel(check: Check): string {
  const { customers, bookings, tickets, passes, members } = check;
  if (members > 0) return members === 1 ? "Import 1 member" : `Import ${members} members`;
  if (passes > 0) return passes === 1 ? "Import 1 pass" : `Import ${passes} passes`;
  if (check.isCustomerList) return customers === 1 ? "Import 1 customer" : `Import ${customers} customers`;
  const inTickets = tickets > bookings ? ` (${tickets} tickets)` : "";
  return `Import ${bookings === 1 ? "1 booking" : `${bookings} bookings`}${inTickets}`;
}

function LeftOut({ isCustomerList, known, repeated, bookedHere, cancelled, ...check }: Check) {
  const { bookings, customers, passes, members, problemCount } = check;
  const count = (rows: number) => (rows === 1 ? "1 row" : `${rows} rows`);
  const parts = [
    known > 0 && `${count(known)} imported before${isCustomerList ? ", or of people who are here" : ""}`,
    repeated > 0 && `${count(repeated)} with the address of an earlier row`,
    bookedHere > 0 && `${count(bookedHere)} of people who have booked that session here`,
    cancelled > 0 && `${count(cancelled)} cancelled or refunded there`,
  ].filter((part) => part !== false);
  return (
    <>
      {parts.length > 0 && <p>Left out: {parts.join(", ")}.</p>}
      {bookings + customers + passes + members === 0 && problemCount === 0 && <p>The file has nothing new.</p>}
    </>
  );
}
