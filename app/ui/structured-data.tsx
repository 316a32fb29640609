import { useContext } from "react";
import { NonceContext } from "~/lib/document";
import type { Site } from "~/lib/site";

export function StructuredData({ data }: { data: object }) {
  const nonce = useContext(NonceContext);
  // An unescaped "<" could end the script element.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

export const organizationData = (site: Site) => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: site.name,
  description: site.tagline,
  url: site.url,
  logo: `${site.url}/icons/icon-512.png`,
  ...(site.social.url && { sameAs: [site.social.url] }),
  contactPoint: { "@type": "ContactPoint", contactType: "customer service", ...contactData(site.contactUrl) },
});

/** `contactUrl` is the address of a page or a `mailto:` address. */
const contactData = (address: string) =>
  address.startsWith("mailto:") ? { email: address.slice("mailto:".length).split("?")[0] } : { url: address };

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
