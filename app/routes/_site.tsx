import { Outlet } from "@remix-run/react";
import { PendingCollection } from "~/components/pending-collection";
import { SiteFrame } from "~/components/site-frame";

export default function SiteLayout() {
  return (
    <SiteFrame>
      <PendingCollection>
        <Outlet />
      </PendingCollection>
    </SiteFrame>
  );
}
