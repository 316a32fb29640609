import { useNavigation } from "@remix-run/react";
import { PostForm } from "./post-form";

type Device = { id: string; isThisOne: boolean; browser: string; createdAt: string; lastSeenAt: string };
type DeviceListProps = { devices: Device[]; action: string; signOutAction: string };

/** Where the member is signed in, each with a way to end it. */
export function DeviceList({ devices, action, signOutAction }: DeviceListProps) {
  const { formData } = useNavigation();
  return (
    <ul className="devices">
      {devices.map(({ id, isThisOne, browser, createdAt, lastSeenAt }) => (
        <li key={id} className="device">
          <div>
            <p className="device__name">
              {browser}
              {isThisOne && <span className="badge badge--green">This device</span>}
            </p>
            <p className="hint">
              Last seen {lastSeenAt}, signed in {createdAt}
            </p>
          </div>
          <PostForm action={isThisOne ? signOutAction : action} isBusy={formData?.get("id") === id}>
            <input type="hidden" name="id" value={id} />
            <button className="btn btn--quiet btn--small" type="submit">
              <span>
                Sign out<span className="sr-only"> {browser}</span>
              </span>
            </button>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}
