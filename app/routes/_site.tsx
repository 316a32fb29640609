import { Outlet } from "@remix-run/react";
import { PendingCollection, PendingSession } from "~/features/layout/pending-site-page";
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
