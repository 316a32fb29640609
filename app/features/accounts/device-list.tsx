import { Entry, EntryList } from "~/ui/list";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { PostForm } from "~/ui/post-form";

type Device = { id: string; isThisOne: boolean; browser: string; createdAt: string; lastSeenAt: string };
type DeviceListProps = {
  devices: Device[];
  /** The page that signs out another device, all others or all, after asking for the password. */
  signOutOthersPath: string;
};

const signOutAction = "/sign-out";

export function DeviceList({ devices, signOutOthersPath }: DeviceListProps) {
  const isBusy = useIsPosting(signOutAction);
  const addressOf = (device: string) => `${signOutOthersPath}?${new URLSearchParams({ device }).toString()}`;
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
              <Hint>
                Last seen {lastSeenAt}, signed in {createdAt}
              </Hint>
            </div>
            {isThisOne ? (
              <PostForm action={signOutAction} isBusy={isBusy}>
                <Button kind="quiet" size="small" type="submit">
                  <SignOutLabel browser={browser} />
                </Button>
              </PostForm>
            ) : (
              <ButtonLink kind="quiet" size="small" to={addressOf(id)} preventScrollReset>
                <SignOutLabel browser={browser} />
              </ButtonLink>
            )}
          </Entry>
        ))}
      </EntryList>
      <div className="flex flex-wrap gap-3">
        {devices.length > 1 && (
          <ButtonLink kind="quiet" to={addressOf("others")} preventScrollReset>
            Sign out all other devices
          </ButtonLink>
        )}
        <ButtonLink id="devices" kind="quiet" to={addressOf("all")} preventScrollReset>
          Sign out everywhere
        </ButtonLink>
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
