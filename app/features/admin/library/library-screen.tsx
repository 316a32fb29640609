import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import type { Library } from "@server/recordings/library/schemas";
import { libraryPath, libraryTitles, recordingFormPath } from "~/features/admin/library/library";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { useToast } from "~/lib/toast";
import type { CollectionName } from "@server/core/collections";
import { EmptyState } from "../../../ui/empty-state";
import { Tabs } from "../../../ui/tabs";
import { PageHead } from "../../../ui/page-head";
import { PurchasesPanel } from "../orders/purchases-panel";
import { LibraryTable } from "./library-table";
import { PackagePrice } from "./package-price";

type LibraryScreenProps = {
  collection: CollectionName;
  /** What the chosen tab shows; the other one is null. */
  library: Library | null;
  purchases: Pick<ComponentProps<typeof PurchasesPanel>, "list" | "chosen" | "sort"> | null;
  refused: RefusedForm | undefined;
};

/** A collection's recordings and who has bought them. */
export function LibraryScreen({ collection, library, purchases, refused }: LibraryScreenProps) {
  const path = libraryPath(collection);
  // Buttons of the list may have been kept as well, and have nothing to do with the price.
  const refusedPrice = refused?.reply.initialValue?.intent === "price" ? refused : undefined;
  useToast(refusedPrice);
  return (
    <>
      <PageHead title={libraryTitles[collection]}>
        {library && (
          <Link className="btn" to={recordingFormPath(collection, "new")}>
            Add Recording
          </Link>
        )}
      </PageHead>
      <Tabs
        label={libraryTitles[collection]}
        tabs={[
          { label: "Recordings", to: path, isCurrent: library !== null },
          { label: "Purchases", to: `${path}?tab=purchases`, isCurrent: purchases !== null },
        ]}
      />
      {library && (
        <>
          <PackagePrice key={Object.values(library.price).join()} library={library} refused={refusedPrice} />
          {library.recordings.length === 0 ? (
            <EmptyState>No recordings found.</EmptyState>
          ) : (
            <LibraryTable library={library} />
          )}
        </>
      )}
      {purchases && <PurchasesPanel collection={collection} {...purchases} path={path} keep={{ tab: "purchases" }} />}
    </>
  );
}
