import type { Settings } from "../core/env";

type Site = Pick<Settings, "siteUrl">;

/** The pages behind mailed links; opening them changes nothing. */
export const verifyLink = (site: Site, token: string): string => linkTo(site, "/verify-email", token);
export const resetLink = (site: Site, token: string): string => linkTo(site, "/reset-password", token);
export const signInLink = (site: Site, token: string): string => linkTo(site, "/sign-in-link", token);
export const changeEmailLink = (site: Site, token: string): string => linkTo(site, "/change-email", token);

const linkTo = ({ siteUrl }: Site, path: string, token: string) => `${siteUrl}${path}?token=${token}`;
