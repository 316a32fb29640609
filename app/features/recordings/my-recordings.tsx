import { useNavigate } from "@remix-run/react";
import { useEffect, useId } from "react";
import type { MyPurchase } from "@server/selling/purchases/schemas";
import type { MyRecording, MyRecordings } from "@server/selling/recordings/schemas";
import { purchasePath } from "~/lib/collections";
import { withdrawPath } from "~/lib/withdraw-path";
import { showToast, successToast, type Toast } from "~/lib/toast";
import { Badge, PictureBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card, cardFrame, EmptyState } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { MiniItem, MiniList, ThreeColumns } from "~/ui/list";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/link";
import { ToastBar } from "~/ui/toast/toast";
import type { ListedResource } from "@server/selling/resources/schemas";
import { ResourceCard } from "~/features/resources/resource-card";
import { ItemPlate, ProgressLine, RecordingItem } from "./plate";
import { FoundRecordings, RecordingSearch, type RecordingSearchResult } from "./recording-search";
import { rememberConfirmed } from "./remembered-visitor";

type MyRecordingsScreenProps = {
  path: string;
  mine: MyRecordings;
  purchases: MyPurchase[];
  search: RecordingSearchResult;
  hasJustBought: boolean;
};

export function MyRecordingsScreen({ path, mine, purchases, search, hasJustBought }: MyRecordingsScreenProps) {
  const { recordings, unlocked, locked } = mine;
  const isEmpty = recordings.length === 0 && unlocked.length === 0;
  return (
    <>
      <h1 className="text-display">{isEmpty ? "My Resources" : "My Breathwork Resources"}</h1>
      {hasJustBought && unlocked.length > 0 && (
        <Notice kind="information">Thank you. Your purchase is here, yours for life.</Notice>
      )}
      {unlocked.map(({ slug, banner }) => (
        <Notice key={slug} kind="success" isAnnounced={false}>
          {banner}
        </Notice>
      ))}
      <RecordingSearch path={path} result={search} count={recordings.length} />
      {search ? (
        <FoundRecordings found={search.found} path={path} />
      ) : isEmpty ? (
        <NoRecordings browse={mine.browse} />
      ) : (
        <ThreeColumns>
          {recordings.map((recording, index) => (
            <MyRecordingCard key={recording.id} recording={recording} isLazy={index >= 6} />
          ))}
        </ThreeColumns>
      )}
      {locked.length > 0 && (
        <div className="mt-4 grid gap-6 md:grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))]">
          {locked.map((offer) => (
            <UnlockCard key={offer.path} {...offer} />
          ))}
        </div>
      )}
      {purchases.length > 0 && <Purchases purchases={purchases} />}
    </>
  );
}

function NoRecordings({ browse }: Pick<MyRecordings, "browse">) {
  const [action, otherAction] = browse.map(({ label, path }) => ({ label: `Browse ${label}`, to: path }));
  return (
    <EmptyState action={action} otherAction={otherAction}>
      You don&apos;t have access to any breathwork resources yet.
    </EmptyState>
  );
}

function MyRecordingCard({ recording, isLazy }: { recording: MyRecording; isLazy: boolean }) {
  const { path, collectionBadge, standIn, title, description, image, badge, duration, progress, isHeardOnly } =
    recording;
  return (
    <RecordingItem>
      <ItemPlate
        image={image}
        isLazy={isLazy}
        placeholder={
          <span
            className="absolute inset-0 grid animate-late place-items-center bg-sunken text-ink-soft"
            aria-hidden="true"
          >
            No preview
          </span>
        }
      >
        {badge === "Free" && <PictureBadge tone="blue">FREE</PictureBadge>}
        {progress && <ProgressLine progress={progress} />}
      </ItemPlate>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <Badge>{collectionBadge}</Badge>
        {duration && <span className="text-small text-ink-quiet">{duration}</span>}
      </p>
      <h2 className="text-[1.375rem] leading-[1.22]">{title}</h2>
      <p className="xs:line-clamp-2 text-ink-soft">{description || standIn}</p>
      <p className="mt-2">
        <ButtonLink kind="quiet" size="small" to={path}>
          <Icon name="play" className="icon--s" />
          {isHeardOnly ? "Listen Now" : "Watch Now"}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      </p>
    </RecordingItem>
  );
}

function UnlockCard({ path, title, unlockTitle, offer, length, price }: MyRecordings["locked"][number]) {
  const headingId = useId();
  return (
    <section className={`grid content-start gap-3 pb-6 ${cardFrame}`} aria-labelledby={headingId}>
      <h2 className="text-title" id={headingId}>
        {unlockTitle}
      </h2>
      <p className="text-ink-soft">{offer}</p>
      <p className="text-small text-ink-quiet">{length}</p>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <strong className="font-display text-[1.625rem] leading-none font-normal">{price}</strong>
        <ButtonLink size="small" to={purchasePath(path)}>
          Unlock All Recordings<span className="sr-only">: {title}</span>
        </ButtonLink>
      </p>
    </section>
  );
}

function Purchases({ purchases }: { purchases: MyPurchase[] }) {
  return (
    <Card title="My Purchases">
      <MiniList>
        {purchases.map(({ id, reference, title, date, amount, isRefunded, opensOn, receiptPath, invoices }) => (
          <MiniItem
            key={id}
            title={title}
            text={`${date}, ${amount}${isRefunded ? ", refunded" : opensOn ? `, opens on ${opensOn}` : ""}`}
            action={
              <span className="flex flex-wrap gap-x-4">
                <PurchaseLink to={receiptPath} label="Receipt" of={`${title}, ${date}`} />
                {invoices.map(({ label, path }) => (
                  <PurchaseLink key={path} to={path} label={label} of={`${title}, ${date}`} />
                ))}
                {!isRefunded && <PurchaseLink to={withdrawPath(reference)} label="Withdraw" of={`${title}, ${date}`} />}
              </span>
            }
          />
        ))}
      </MiniList>
    </Card>
  );
}

const PurchaseLink = ({ to, label, of }: { to: string; label: string; of: string }) => (
  <TextLink className="inline-flex min-h-11 items-center" to={to}>
    {label}
    <span className="sr-only">: {of}</span>
  </TextLink>
);

type AccessConfirmationProps = {
  email: string | null;
  /** The slug of a collection; null for anything else. */
  type: string | null;
  /** What its free recordings are called. */
  freeName: string | null;
  path: string;
};

/** Confirms a free recording after the mailed link was followed; grants no access. */
export function AccessConfirmation({ email, type, freeName, path }: AccessConfirmationProps) {
  const navigate = useNavigate();
  useEffect(() => {
    rememberConfirmed({ email, type });
    showToast(confirmationOf(freeName));
    navigate(path, { replace: true, preventScrollReset: true });
  }, [email, type, freeName, path, navigate]);
  return <ToastBar toast={confirmationOf(freeName)} />;
}

const confirmationOf = (freeName: string | null): Toast =>
  successToast(`Access confirmed! (free ${freeName ? `${freeName} ` : ""}recording)`);

/** Lists the learning resources that the member has bought. */
export function MyLearningResources({ resources }: { resources: ListedResource[] }) {
  if (resources.length === 0) return null;
  return (
    <section className="mt-10 grid gap-6" aria-labelledby="learning-resources">
      <h2 className="text-heading" id="learning-resources">
        Learning Resources
      </h2>
      <ThreeColumns>
        {resources.map((resource) => (
          <ResourceCard key={resource.id} resource={resource} heading="h3" />
        ))}
      </ThreeColumns>
    </section>
  );
}
