import { readSiteSettings } from "../../core/site-settings";
import { compareInvoices } from "../../payments/invoices/compare-invoices";
import { fault, fine, type Finding, type Site } from "./finding";

const name = "Invoices";
const todo = "Invoices in the back office lists them. Report it as a fault of the site.";

/** Compares the numbers of invoices with each other, and the documents with the money that they are for. */
export async function checkInvoices(site: Pick<Site, "db" | "settings" | "clock">): Promise<Finding[]> {
  const { invoicing } = await readSiteSettings(site);
  if (!invoicing) return [];
  const { documents, gaps, missing, differing } = await compareInvoices(site.db, invoicing, site.clock.now());
  const faults = [
    ...gaps.map((year) => fault(name, `the numbers of ${year} have a gap`, todo)),
    ...(missing > 0
      ? [
          fault(
            name,
            `${missing} ${missing === 1 ? "payment has" : "payments have"} no invoice after an hour`,
            "Look at Jobs in the back office: issuing them is tried again.",
          ),
        ]
      : []),
    ...(differing.length > 0
      ? [
          fault(
            name,
            `${differing.map(({ label }) => label).join(", ")}: the documents differ from what was paid`,
            todo,
          ),
        ]
      : []),
  ];
  return faults.length > 0 ? faults : [fine(name, `${documents} issued, without gaps, and they add up`)];
}
