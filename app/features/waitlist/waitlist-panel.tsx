import { Outlet } from "@remix-run/react";
import { useIsWaitlistOpen } from "./waitlist";
import { ButtonLink } from "~/ui/button";

const formId = "waitlist";

/**
 * Shows the button and the form of the waitlist, a route below the session's page, so that it opens without scripting.
 */
export function WaitlistPanel({ sessionId }: { sessionId: string }) {
  const isOpen = useIsWaitlistOpen();
  const page = `/sessions/${sessionId}`;
  return (
    <>
      <ButtonLink
        kind="quiet"
        isWide
        to={isOpen ? page : `${page}/waitlist`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? formId : undefined}
        preventScrollReset
        replace
      >
        Join Waitlist
      </ButtonLink>
      {isOpen && (
        <div id={formId}>
          <Outlet />
        </div>
      )}
    </>
  );
}
