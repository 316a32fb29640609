import { expect, test } from "vitest";
import type { RecordingPage } from "@server/selling/recordings/schemas";
import { recordingData } from "~/features/recordings/collection-data";
import type { Site } from "~/lib/site";
import { breadcrumbData, organizationData } from "~/ui/structured-data";

const site = {
  name: "Breathroom",
  tagline: "Guided breathwork",
  collections: [] as Site["collections"],
  url: "https://breathroom.example",
  contactUrl: "https://breathroom.example/contact",
  social: { name: "Instagram", url: "https://instagram.example/breathroom" },
} as Site;

test.each([
  [site.contactUrl, { url: site.contactUrl }],
  ["mailto:hello@breathroom.example?subject=Hello", { email: "hello@breathroom.example" }],
])("describes the organization with its logo, profile and the contact %s", (contactUrl, contact) => {
  expect(organizationData({ ...site, contactUrl })).toEqual({
    "@context": "https://schema.org",
    "@type": "Organization",
    name: "Breathroom",
    description: "Guided breathwork",
    url: "https://breathroom.example",
    logo: "https://breathroom.example/icons/icon-512.png",
    sameAs: ["https://instagram.example/breathroom"],
    contactPoint: { "@type": "ContactPoint", contactType: "customer service", ...contact },
  });
});

test("a recording has what Google requires of a video, and no address of the video", () => {
  const recording = {
    seriesPath: "/birth-recordings",
    series: { description: "Guided breathing." },
    id: "7b0c3a52",
    title: "Arriving",
    description: null,
    isFree: true,
    image: "/plates/birth/wide/7b0c3a52.svg",
    publishedAt: "2026-10-01T00:00:00.000Z",
    duration: null,
  } as RecordingPage;
  const data = recordingData(recording, site);
  expect(data).toMatchObject({
    "@type": "VideoObject",
    name: "Arriving",
    thumbnailUrl: ["https://breathroom.example/plates/birth/wide/7b0c3a52.svg"],
    uploadDate: "2026-10-01T00:00:00.000Z",
  });
  expect(data.description).toMatch(/./);
  expect(data).not.toHaveProperty("contentUrl");
  expect(data.duration).toBe("PT15M");
  const measured = { ...recording, duration: { text: "5 min", iso: "PT4M32S" } };
  expect(recordingData(measured, site).duration).toBe("PT4M32S");
});

test("breadcrumbs have a position, a name and an absolute address each, from the home page on", () => {
  expect(breadcrumbData(site, [{ name: "Arriving", path: "/birth-recordings/7b0c3a52" }]).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Breathroom", item: "https://breathroom.example/" },
    {
      "@type": "ListItem",
      position: 2,
      name: "Arriving",
      item: "https://breathroom.example/birth-recordings/7b0c3a52",
    },
  ]);
});
