import { Outlet } from "@remix-run/react";
import { PendingCollection } from "~/components/pending-collection";
import { PendingSession } from "~/components/pending-session";
import { SiteFrame } from "~/components/site-frame";

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
