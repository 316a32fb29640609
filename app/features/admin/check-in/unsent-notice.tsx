import { Link } from "@remix-run/react";
import { useRef } from "react";
import type { CheckInState } from "~/features/admin/check-in/check-ins";
import { useKeepFocus } from "~/lib/hooks/keep-focus";
import { Icon } from "../../../ui/icon";

type UnsentNoticeProps = Pick<CheckInState, "unsent" | "obstacle"> & {
  onSendNow: () => void;
  /** Where signing in leads back to. */
  path: string;
};

/** Says how many check-ins are not sent and what becomes of them; empty while all goes well. */
export function UnsentNotice({ unsent, obstacle, onSendNow, path }: UnsentNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useKeepFocus(notice, obstacle);
  const isOne = unsent.length === 1;
  const count = isOne ? "1 check-in" : `${unsent.length} check-ins`;
  return (
    <div ref={notice} className="checkin__notice" role="status" tabIndex={-1}>
      {obstacle === "no connection" && (
        <div className="notice notice--yellow">
          <Icon name="information" />
          <span>
            {count} not sent yet. {isOne ? "It" : "They"} will be sent when the connection is back.
          </span>
          <button className="btn btn--quiet btn--small" type="button" onClick={onSendNow}>
            Send now
          </button>
        </div>
      )}
      {obstacle === "signed out" && (
        <div className="notice notice--yellow">
          <Icon name="information" />
          <span>
            {count} not sent yet: you are signed out. {isOne ? "It is" : "They are"} kept on this device until you sign
            in again.
          </span>
          <Link className="btn btn--quiet btn--small" to={`/sign-in?returnTo=${encodeURIComponent(path)}`}>
            Sign in
          </Link>
        </div>
      )}
    </div>
  );
}
