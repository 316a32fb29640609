import type { Site } from "./site";

export const organizationData = (site: Site) => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: site.name,
  description: site.tagline,
  url: site.url,
  logo: `${site.url}/icons/icon-512.png`,
  sameAs: [site.social.url],
});

/** Returns the schema.org/BreadcrumbList of a page below the home page. `path` begins with a slash. */
export const breadcrumbData = (site: Site, trail: { name: string; path: string }[]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: [{ name: site.name, path: "/" }, ...trail].map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: site.url + path,
  })),
});
