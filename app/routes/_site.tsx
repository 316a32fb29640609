import { Outlet } from "@remix-run/react";
import { PendingCollection } from "~/features/recordings/pending-collection";
import { PendingSession } from "~/features/schedule/pending-session";
import { SiteFrame } from "~/features/layout/site-frame";

export default function SiteLayout() {
  return (
    <SiteFrame>
      <PendingCollection>
        <PendingSession>
          <Outlet />
        </PendingSession>
      </PendingCollection>
    </SiteFrame>
  );
}
