export const changePath = "/user/membership/change";

const confirmPath = `${changePath}/confirm`;

/** Returns the address of the page that says what a change to a plan costs. */
export const changeAddress = (plan: string, interval: string): string =>
  `${confirmPath}?${new URLSearchParams({ plan, interval }).toString()}`;
