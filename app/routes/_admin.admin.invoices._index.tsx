import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { InvoiceRow } from "@server/payments/invoices/list-invoices";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { invoiceArchivePath, invoiceSettingsPath, invoicesPath, orderAddress } from "~/features/admin/admin-paths";
import { MonthNav } from "~/features/admin/month-nav";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { HeadRow } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { type Column, CellLink, DataTable, RowLink } from "~/ui/table";
import { Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Invoices");

export async function loader(args: LoaderFunctionArgs) {
  const month = new URL(args.request.url).searchParams.get("month") ?? undefined;
  return load(adminApi(args).invoices.admin.list({ month }));
}

export default function InvoicesPage() {
  const { period, isOn, since, invoices, sums } = useLoaderData<typeof loader>();
  return (
    <>
      <HeadRow>
        <h1 className="text-display">Invoices</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink kind="quiet" size="small" to={invoiceSettingsPath}>
            Invoices and tax
          </ButtonLink>
          <MonthNav path={invoicesPath} period={period} />
        </div>
      </HeadRow>
      <Lede>
        {period.label}.{" "}
        {isOn ? `Invoices exist for what was paid since ${since}.` : "No invoices are issued: turn them on first."}
      </Lede>
      {sums.length > 0 && (
        <div className="grid gap-6 md:grid-cols-2">
          {sums.map(({ currency, invoiced, credited, net, tax }) => (
            <Card key={currency} title={`Net of credit notes: ${net}`}>
              <Facts
                facts={[
                  { label: "Invoiced", value: invoiced },
                  { label: "Credited", value: credited },
                  { label: "VAT in it", value: tax },
                ]}
              />
            </Card>
          ))}
        </div>
      )}
      {invoices.length === 0 ? (
        <EmptyState>Nothing was issued in {period.label}.</EmptyState>
      ) : (
        <DataTable
          caption={`Invoices and credit notes of ${period.label}`}
          columns={columns}
          rows={invoices}
          keyOf={({ id }) => id}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Archive month={period.month} label={`Archive of ${period.label}`} />
        <Archive month={period.month.slice(0, 4)} label={`Archive of ${period.month.slice(0, 4)}`} />
      </div>
      <p className="max-w-160 text-small text-ink-soft">
        An archive holds each document as a PDF, and CSV files for Xero, QuickBooks and anything else.
      </p>
    </>
  );
}

const Archive = ({ month, label }: { month: string; label: string }) => (
  <PostForm action={invoiceArchivePath} isBusy={false} reloadDocument>
    <input type="hidden" name="month" value={month} />
    <SubmitButton kind="quiet" isBusy={false}>
      {label}
    </SubmitButton>
  </PostForm>
);

const columns: Column<InvoiceRow>[] = [
  {
    label: "Number",
    place: "title",
    cell: ({ label, path, kind }) => (
      <>
        <RowLink to={path}>{label}</RowLink>
        {kind === "credit_note" && <small>Credit note</small>}
      </>
    ),
  },
  { label: "Date", place: "date", cell: ({ day }) => day },
  { label: "Customer", place: "detail", cell: ({ customer }) => customer },
  { label: "Item", place: "lastDetail", cell: ({ item }) => item },
  {
    label: "Order",
    place: "action",
    cell: ({ order, label }) =>
      order && (
        <CellLink to={orderAddress(order, null, { back: invoicesPath })}>
          <span aria-hidden="true">Order</span>
          <span className="sr-only">Order of {label}</span>
        </CellLink>
      ),
  },
  { label: "VAT", place: "number", cell: ({ tax }) => tax ?? "" },
  { label: "Total", place: "number", cell: ({ total }) => total },
];

export { AdminErrorScreen as ErrorBoundary };
