import type { PublicProfile } from "@server/catalogue/site/profile";
import { type Site, useSite } from "~/lib/site";
import { Lede, RingList } from "~/ui/text";
import { StructuredData } from "~/ui/structured-data";

/** Says on the home page who gives the sessions. */
export function InstructorProfile({ profile }: { profile: PublicProfile }) {
  const site = useSite();
  const { name, line, text, credentials, languages, portrait } = profile;
  return (
    <section className="mt-16 grid gap-6 border-t border-line pt-10 md:grid-cols-[auto_1fr] md:gap-10">
      {site && <StructuredData data={personData(profile, site)} />}
      {portrait && (
        <img
          className="aspect-square w-36 rounded-round object-cover md:w-48"
          src={portrait}
          alt={`Portrait of ${name}`}
          width="192"
          height="192"
          loading="lazy"
        />
      )}
      <div className="grid max-w-text content-start gap-4">
        <h2 className="text-heading">{name}</h2>
        {line && <Lede>{line}</Lede>}
        {text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
        {credentials.length > 0 && <RingList items={credentials} />}
        {languages.length > 0 && <p className="text-ink-soft">Languages: {languages.join(", ")}</p>}
      </div>
    </section>
  );
}

/** Returns structured data (https://schema.org/Person). */
const personData = ({ name, line, portrait, credentials, languages }: PublicProfile, site: Site) => ({
  "@context": "https://schema.org",
  "@type": "Person",
  name,
  url: site.url,
  worksFor: { "@type": "Organization", name: site.name, url: site.url },
  ...(line && { description: line }),
  ...(portrait && { image: site.url + portrait }),
  ...(credentials.length > 0 && {
    hasCredential: credentials.map((credential) => ({
      "@type": "EducationalOccupationalCredential",
      name: credential,
    })),
  }),
  ...(languages.length > 0 && { knowsLanguage: languages }),
});
