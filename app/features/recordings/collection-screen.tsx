import type { ComponentProps } from "react";
import type { PurchaseReturn } from "@server/recordings/purchases/schemas";
import type { CollectionPage } from "@server/recordings/schemas";
import { collectionData } from "~/features/recordings/collection-data";
import { collectionTexts, purchasePath, recordingPath } from "~/lib/collections";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { useToast } from "~/lib/toast";
import { AccountSetupDialog } from "./account-setup-dialog";
import { CollectionHero } from "./collection-hero";
import { EmptyState } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { OfferCard } from "./offer-card";
import { PurchaseDialog, type PurchaseAnswer } from "./purchase-dialog";
import { PurchaseNews } from "./purchase-news";
import { RecordingGrid } from "./recording-grid";
import { ResumeCard } from "./resume-card";
import { ServiceList } from "./service-list";
import { StructuredData } from "../../ui/structured-data";

type CollectionScreenProps = {
  page: CollectionPage;
  /** What the purchase dialog shows; null while it is closed. */
  purchase: ComponentProps<typeof PurchaseDialog>["purchase"] | null;
  answer: PurchaseAnswer | undefined;
  /** For a buyer who is not signed in any more. */
  setup: { email: string } | null;
  /** How a purchase stands that has just come back from its payment. */
  news: PurchaseReturn | null;
};

/** A series of recordings: what it is, what it costs, and all that is in it. */
export function CollectionScreen({ page, purchase, answer, setup, news }: CollectionScreenProps) {
  const { collection, recordings, resume, price, hasFullAccess } = page;
  const texts = collectionTexts[collection];
  const site = useSite();
  useToast(answer);
  return (
    <>
      <div {...inertIf(useIsBehindDialog())}>
        {site && <StructuredData data={collectionData(page, site)} />}
        <CollectionHero texts={texts} />
        <div className="wrap">
          <PurchaseNews news={news} />
          {hasFullAccess ? (
            <p className="notice">
              <Icon name="check" />
              <span>{texts.banner}</span>
            </p>
          ) : (
            <OfferCard text={texts.offer} price={price} purchasePath={purchasePath(collection)} />
          )}
          {resume && <ResumeCard recording={resume} path={recordingPath(collection, resume.id)} />}
          <div className="sechead sechead--tight">
            <h2 className="heading">The recordings</h2>
            {!hasFullAccess && recordings.length > 0 && <p className="text-ink-quiet">{countOf(page)}</p>}
          </div>
          {recordings.length > 0 ? (
            <RecordingGrid recordings={recordings} pathOf={({ id }) => recordingPath(collection, id)} />
          ) : (
            <EmptyState>No recordings found.</EmptyState>
          )}
          <RelatedServices page={page} />
        </div>
      </div>
      {purchase && <PurchaseDialog collection={collection} purchase={purchase} answer={answer} />}
      {setup && <AccountSetupDialog collection={collection} email={setup.email} />}
    </>
  );
}

function countOf({ recordings }: CollectionPage): string {
  const free = recordings.filter(({ badge }) => badge === "Free").length;
  return `${free} free, ${recordings.length - free} premium`;
}

function RelatedServices({ page: { collection, programUrl } }: { page: CollectionPage }) {
  const { program } = collectionTexts[collection];
  return (
    <ServiceList
      title="Practise live"
      services={[
        {
          title: "Live sessions",
          text: "Guided breathwork with a small group, on the first Tuesday of the month.",
          href: "/live-sessions",
        },
        { ...program, href: programUrl },
      ]}
    />
  );
}
