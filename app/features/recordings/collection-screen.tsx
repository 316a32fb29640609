import { useActionData, useLoaderData } from "@remix-run/react";
import type { CollectionPage } from "@server/selling/recordings/schemas";
import type { ReactNode } from "react";
import { SiteLink } from "~/features/layout/site-link";
import { purchasePath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { EmptyState } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { breadcrumbData, StructuredData } from "~/ui/structured-data";
import { Notice } from "~/ui/notice";
import { collectionData } from "./collection-data";
import type { loadCollection } from "./collections.server";
import { OfferCard, unlockButtonId } from "./offer-card";
import { RecordingsHero } from "~/ui/masthead";
import { PurchaseDialog } from "~/features/purchases/purchase-dialog";
import { PurchaseNotice } from "~/features/purchases/purchase-notice";
import type { buyItem } from "~/features/purchases/purchase.server";
import { ContinueCard } from "./continue-card";
import { OpeningMailsForm } from "./opening-mails-form";
import { RecordingGrid } from "./recording-grid";
import { FoundRecordings, RecordingSearch } from "./recording-search";
import { waitingText } from "~/features/purchases/waiting-text";

export function CollectionScreen() {
  const { page, search, purchase, setup, purchaseReturn } = useLoaderData<typeof loadCollection>();
  const answer = useActionData<typeof buyItem>();
  const { path, texts, recordings, resume, price, hasFullAccess } = page;
  const site = useSite();
  useToast(answer);
  return (
    <>
      <div {...inertIf(useIsBehindDialog())}>
        {site && <StructuredData data={collectionData(page, site)} />}
        {site && <StructuredData data={breadcrumbData(site, [{ name: texts.title, path }])} />}
        <RecordingsHero title={texts.hero} lede={texts.lede} picture={page.picture} />
        <div className="page-width">
          <PurchaseNotice purchaseReturn={purchaseReturn} />
          {page.isOff && (
            <div className="mb-3">
              <Notice kind="information" isAnnounced={false}>
                This collection is no longer sold.{hasFullAccess && " You keep it and can watch it as before."}
              </Notice>
            </div>
          )}
          {hasFullAccess ? (
            <Notice kind="success" isAnnounced={false}>
              {texts.banner}
            </Notice>
          ) : page.opensOn ? (
            <Notice kind="information" isAnnounced={false}>
              {waitingText(page.opensOn)}
            </Notice>
          ) : (
            page.isForSale && (
              <OfferCard text={texts.offer} length={page.length.text} price={price} purchasePath={purchasePath(path)} />
            )
          )}
          {page.openingMails && <OpeningMailsForm path={path} {...page.openingMails} />}
          {resume && (
            <ContinueCard
              heading="Continue where you left off"
              recording={resume}
              path={`${path}/${resume.id}`}
              className="mt-7"
            />
          )}
          <SectionHead title="The recordings" className="mt-16">
            {recordings.length > 0 && <p className="text-ink-quiet">{countOf(page)}</p>}
          </SectionHead>
          <RecordingSearch path={path} result={search} count={recordings.length} />
          {search ? (
            <FoundRecordings found={search.found} path={path} />
          ) : recordings.length > 0 ? (
            <RecordingGrid recordings={recordings} pathOf={({ id }) => `${path}/${id}`} />
          ) : (
            <EmptyState>No recordings found.</EmptyState>
          )}
          <RelatedServices page={page} />
        </div>
      </div>
      {purchase && (
        <PurchaseDialog
          path={path}
          title="Unlock All Recordings"
          subject={{
            kind: "Collection",
            title: texts.title,
            text: "All recordings, lifetime access. One payment, nothing to cancel.",
          }}
          returnFocusTo={unlockButtonId}
          purchase={purchase}
          answer={answer}
        />
      )}
      {setup && <AccountSetupDialog path={path} title={texts.title} email={setup.email} />}
    </>
  );
}

function countOf({ recordings, length, hasFullAccess }: CollectionPage): string {
  if (hasFullAccess) return length.text;
  const free = recordings.filter(({ badge }) => badge === "Free").length;
  if (free === recordings.length) return free === 1 ? `${length.text}, free` : `${length.text}, all free`;
  return `${length.text}: ${free} free, ${recordings.length - free} premium`;
}

function RelatedServices({ page: { program } }: { page: CollectionPage }) {
  return (
    <ServiceList
      title="Practise live"
      services={[
        {
          title: "Live sessions",
          text: "Guided breathwork with a small group.",
          href: "/live-sessions",
        },
        ...(program ? [program] : []),
      ]}
    />
  );
}

type SectionHeadProps = { title: string; className: string; children?: ReactNode };

function SectionHead({ title, className, children }: SectionHeadProps) {
  return (
    <div className={`${className} mb-7 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2`}>
      <h2 className="text-heading">{title}</h2>
      {children}
    </div>
  );
}

const serviceLink =
  "group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-t border-ink py-6 no-underline";

type Service = { title: string; text: string; href: string };

function ServiceList({ title, services }: { title: string; services: Service[] }) {
  return (
    <>
      <SectionHead title={title} className="mt-(--space-section)" />
      <div className="grid gap-3 md:grid-cols-2 md:gap-7">
        {services.map(({ title: name, text, href }) => (
          <SiteLink key={href} className={serviceLink} href={href}>
            <h3 className="text-title group-hover:underline group-hover:decoration-accent group-hover:decoration-1">
              {name}
            </h3>
            <p className="col-start-1 text-balance text-ink-soft">{text}</p>
            <Icon name="arrow-right" className="col-start-2 row-[1/span_2] size-6" />
          </SiteLink>
        ))}
      </div>
    </>
  );
}

type AccountSetupDialogProps = { path: string; title: string; email: string };

/** For a buyer who is no longer signed in: the purchase waits for an account with this address. */
function AccountSetupDialog({ path, title, email }: AccountSetupDialogProps) {
  const query = new URLSearchParams({ email, returnTo: path });
  return (
    <ModalDialog title="Set up your account" closeTo={path} returnFocusTo="main">
      <DialogBody>
        <p>
          Your payment has arrived, and {title} is ready for you. To watch, sign in with{" "}
          <b className="break-words">{email}</b>, or create an account with that address and confirm it.
        </p>
      </DialogBody>
      <DialogFoot>
        <ButtonLink kind="quiet" to={signInAddress(query, { tab: "sign-up" })}>
          Create Account
        </ButtonLink>
        <ButtonLink to={signInAddress(query)}>Sign In</ButtonLink>
      </DialogFoot>
    </ModalDialog>
  );
}
