import type { RecordingPage } from "@server/selling/recordings/schemas";
import type { ReactNode } from "react";
import { purchasePath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";
import { TextLink } from "~/ui/link";
import { Picture } from "~/ui/picture";

/** Says to a buyer when a part opens. */
export function OpeningPanel({ recording: { seriesPath, image, opens } }: { recording: RecordingPage }) {
  return (
    <LockedPanel image={image} icon="calendar" title={opens ?? "Opens later"}>
      <p className="text-ink-soft">It is part of what you have bought, so there is nothing more to do.</p>
      <ButtonLink kind="quiet" isWide to={seriesPath}>
        See what is open now
      </ButtonLink>
    </LockedPanel>
  );
}

/** Offers the collection to a member who does not own it. */
export function PremiumPanel({
  recording: {
    seriesPath,
    series: { series },
    image,
    offer,
    opens,
  },
}: {
  recording: RecordingPage;
}) {
  return (
    <LockedPanel image={image} icon="lock" title={`This recording is part of the ${series} series`}>
      {offer && (
        <p className="text-ink-soft">
          {offer.price} once, {recordingsIn(offer)}, yours for life.
        </p>
      )}
      {opens && <p className="text-ink-soft">{opens}.</p>}
      <ButtonLink isWide to={purchasePath(seriesPath)}>
        Unlock All Recordings
      </ButtonLink>
    </LockedPanel>
  );
}

/** Offers the collection and an account to a visitor. */
export function AccountPanel({ recording }: { recording: RecordingPage }) {
  const { seriesPath: path, image, offer, opens } = recording;
  const { signUp, signIn } = signInLinks(recording);
  const { series } = recording.series;
  return (
    <LockedPanel image={image} icon="lock" title={`Part of the ${series} series`}>
      {offer && (
        <p className="text-ink-soft">
          {offer.price} once, {recordingsIn(offer)}. Create a free account to buy it
          {offer.free > 0 && (
            <>
              , or{" "}
              <TextLink to={path}>listen to the {offer.free === 1 ? "free one" : `${offer.free} free ones`}</TextLink>
            </>
          )}
          .
        </p>
      )}
      {opens && <p className="text-ink-soft">{opens}.</p>}
      <ButtonLink isWide to={signUp}>
        Create Free Account
      </ButtonLink>
      <ButtonLink kind="quiet" isWide to={signIn}>
        Sign in
      </ButtonLink>
    </LockedPanel>
  );
}

/** Returns words such as "all 8 recordings, 2 h 14 min". */
const recordingsIn = ({ total, length }: { total: number; length: string }) => (total === 1 ? length : `all ${length}`);

export function signInLinks({ seriesPath, id }: Pick<RecordingPage, "seriesPath" | "id">) {
  const query = new URLSearchParams({ returnTo: `${seriesPath}/${id}` });
  return { signUp: signInAddress(query, { tab: "sign-up" }), signIn: signInAddress(query) };
}

type LockedPanelProps = {
  image: string;
  icon?: IconName;
  title: string;
  /** The id of the title, for `aria-labelledby` of a form that contains the panel. */
  titleId?: string;
  children: ReactNode;
};

const panel = [
  "relative my-8 grid w-[calc(100%-2rem)] max-w-100 gap-4 self-center justify-self-center",
  "rounded-dialog bg-surface px-6 py-7 [box-shadow:var(--shadow-lift)] [&_p]:text-balance",
].join(" ");

export function LockedPanel({ image, icon, title, titleId, children }: LockedPanelProps) {
  return (
    <div className="relative grid min-h-100 overflow-hidden rounded-paper md:min-h-136">
      <Picture
        className="absolute size-full object-cover"
        src={image}
        sizes="(min-width: 64rem) 60rem, 100vw"
        width="800"
        height="450"
      />
      <div className={panel}>
        {icon && (
          <span
            className="grid size-11 place-items-center rounded-[50%] bg-accent-soft text-accent-hover"
            aria-hidden="true"
          >
            <Icon name={icon} />
          </span>
        )}
        <h2 className="text-title" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
