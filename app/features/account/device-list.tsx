import { Link } from "@remix-run/react";
import { Entry, EntryList } from "./entry-list";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";

type Device = { id: string; isThisOne: boolean; browser: string; createdAt: string; lastSeenAt: string };
type DeviceListProps = {
  devices: Device[];
  /** The page that signs out other devices, after asking for the password. */
  endPath: string;
};

const signOut = "/sign-out";

export function DeviceList({ devices, endPath }: DeviceListProps) {
  const isBusy = useIsPosting(signOut);
  const addressOf = (device: string) => `${endPath}?${new URLSearchParams({ device }).toString()}`;
  return (
    <>
      <EntryList>
        {devices.map(({ id, isThisOne, browser, createdAt, lastSeenAt }) => (
          <Entry key={id}>
            <div>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {browser}
                {isThisOne && <Badge tone="green">This device</Badge>}
              </p>
              <p className="hint">
                Last seen {lastSeenAt}, signed in {createdAt}
              </p>
            </div>
            {isThisOne ? (
              <PostForm action={signOut} isBusy={isBusy}>
                <button className="btn btn--quiet btn--small" type="submit">
                  <SignOutLabel browser={browser} />
                </button>
              </PostForm>
            ) : (
              <Link className="btn btn--quiet btn--small" to={addressOf(id)} preventScrollReset>
                <SignOutLabel browser={browser} />
              </Link>
            )}
          </Entry>
        ))}
      </EntryList>
      <div className="flex flex-wrap gap-3">
        {devices.length > 1 && (
          <Link className="btn btn--quiet" to={addressOf("others")} preventScrollReset>
            Sign out all other devices
          </Link>
        )}
        <Link id="devices" className="btn btn--quiet" to={addressOf("all")} preventScrollReset>
          Sign out everywhere
        </Link>
      </div>
    </>
  );
}

function SignOutLabel({ browser }: { browser: string }) {
  return (
    <span>
      Sign out<span className="sr-only"> {browser}</span>
    </span>
  );
}
