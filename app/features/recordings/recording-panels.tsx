import type { RecordingPage } from "@server/recordings/schemas";
import type { ReactNode } from "react";
import { collectionTexts, purchasePath, recordingPath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";

/** For a member who does not own the collection. */
export function PremiumPanel({ recording: { collection, image } }: { recording: RecordingPage }) {
  return (
    <LockedPanel
      image={image}
      icon="lock"
      title={`This recording is part of the ${collectionTexts[collection].series} series`}
    >
      <p className="text-ink-soft">Unlock every recording in the series with one payment, for life.</p>
      <ButtonLink isWide to={purchasePath(collection)}>
        Unlock All Recordings
      </ButtonLink>
    </LockedPanel>
  );
}

/** For a visitor. */
export function AccountPanel({ recording }: { recording: RecordingPage }) {
  const { signUp, signIn } = signInLinks(recording);
  return (
    <LockedPanel image={recording.image} icon="person" title="Listen with a free account">
      <p className="text-ink-soft">Some recordings are free. An account keeps your place in each one.</p>
      <ButtonLink isWide to={signUp}>
        Create Free Account
      </ButtonLink>
      <ButtonLink kind="quiet" isWide to={signIn}>
        Sign in
      </ButtonLink>
    </LockedPanel>
  );
}

/** Returns links for signing in and up that lead back to the recording. */
export function signInLinks({ collection, id }: Pick<RecordingPage, "collection" | "id">) {
  const query = new URLSearchParams({ returnTo: recordingPath(collection, id) });
  return { signUp: signInAddress(query, { tab: "sign-up" }), signIn: signInAddress(query) };
}

type LockedPanelProps = {
  image: string;
  icon?: IconName;
  title: string;
  /** For `aria-labelledby` of a form that contains the panel. */
  titleId?: string;
  children: ReactNode;
};

const panel = [
  "relative my-8 grid w-[calc(100%-2rem)] max-w-100 gap-4 self-center justify-self-center",
  "rounded-dialog bg-surface px-6 py-7 shadow-lift [&_p]:text-balance",
].join(" ");

/** Takes the place of the player. */
export function LockedPanel({ image, icon, title, titleId, children }: LockedPanelProps) {
  return (
    <div className="relative grid min-h-100 overflow-hidden rounded-paper md:min-h-136">
      <img className="absolute size-full object-cover" src={image} alt="" width="800" height="450" />
      <div className={panel}>
        {icon && (
          <span
            className="grid size-11 place-items-center rounded-[50%] bg-accent-soft text-accent-hover"
            aria-hidden="true"
          >
            <Icon name={icon} />
          </span>
        )}
        <h2 className="title" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
