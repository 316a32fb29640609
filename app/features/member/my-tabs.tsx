import { Tabs } from "../../ui/tabs";

const tabs = [
  { label: "Upcoming", to: "/user/sessions" },
  { label: "Past", to: "/dashboard/past-sessions" },
  { label: "Bookings", to: "/user/bookings" },
];

/** The pages of what a member has booked, side by side. */
export const MyTabs = ({ current }: { current: string }) => (
  <Tabs label="What you have booked" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === current }))} />
);
