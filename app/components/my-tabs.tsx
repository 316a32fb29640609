import { Tabs } from "./tabs";

const tabs = [
  { label: "My Upcoming Sessions", to: "/user/sessions" },
  { label: "My Past Sessions", to: "/dashboard/past-sessions" },
  { label: "My Bookings", to: "/user/bookings" },
];

/** The pages of what a member has booked, side by side. */
export const MyTabs = ({ current }: { current: string }) => (
  <Tabs label="What you have booked" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === current }))} />
);
