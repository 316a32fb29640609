import { Link } from "@remix-run/react";
import type { RecordingPage } from "@server/recordings/schemas";
import type { ReactNode } from "react";
import { collectionTexts, purchasePath, recordingPath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
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
      <Link className="btn" to={purchasePath(collection)}>
        Unlock All Recordings
      </Link>
    </LockedPanel>
  );
}

/** For a visitor. */
export function AccountPanel({ recording }: { recording: RecordingPage }) {
  const { signUp, signIn } = signInLinks(recording);
  return (
    <LockedPanel image={recording.image} icon="person" title="Listen with a free account">
      <p className="text-ink-soft">Some recordings are free. An account keeps your place in each one.</p>
      <Link className="btn" to={signUp}>
        Create Free Account
      </Link>
      <Link className="btn btn--quiet" to={signIn}>
        Sign in
      </Link>
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

/** Takes the place of the player. */
export function LockedPanel({ image, icon, title, titleId, children }: LockedPanelProps) {
  return (
    <div className="locked">
      <img src={image} alt="" width="800" height="450" />
      <div className="panel">
        {icon && (
          <span className="panel__icon" aria-hidden="true">
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
