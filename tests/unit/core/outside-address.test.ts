import { outsideAddress } from "@server/core/addresses";
import { mailtoOf } from "~/lib/mailto";
import { typedEmail } from "@server/core/email-address";
import { isAllowedLink } from "@server/catalogue/pages/markdown";
import { newRecordingForm } from "@server/selling/recordings/library/form-schemas";
import { recordingForm } from "@server/office/managing/schemas";
import { settingsForms } from "@server/catalogue/site/schemas";
import { expect, test } from "vitest";
import { notOutside } from "../../support/foreign-addresses";

test.each([
  "https://example.com",
  "http://example.com/a?b=c#d",
  "https://zoom.us/j/123?pwd=a%2Fb",
  "HTTPS://Example.com/",
  "https://localhost:3000/a@b",
  "https://[::1]/",
  "https://bücher.example/ü",
])("accepts %s unchanged", (address) => {
  expect(outsideAddress(address)).toBe(address);
});

test("accepts an address for mail only where one is wanted, and no other scheme then", () => {
  for (const address of ["mailto:ada@example.com", "mailto:ada@example.com?subject=Breathing%20out"]) {
    expect(outsideAddress(address)).toBeNull();
    expect(outsideAddress(address, ["https:", "mailto:"])).toBe(address);
  }
  expect(outsideAddress("http://example.com", ["https:", "mailto:"])).toBeNull();
  for (const address of ["mailto:", "mailto:?bcc=a@evil.example", "mailto://evil.example", "mailto:a@b\r\nBcc: c@d"]) {
    expect(outsideAddress(address, ["mailto:"]), address).toBeNull();
  }
});

test.each([null, undefined, ""])("returns null for %j", (nothing) => {
  expect(outsideAddress(nothing)).toBeNull();
});

/** Everything that reads an address outside of this site; what is trimmed or left empty is not foreign. */
const readers: Record<string, (address: string) => boolean> = {
  "the check itself": (address) => outsideAddress(address) !== null,
  "the link of a page": isAllowedLink,
  "the contact of the settings": (contact) => accepts(settingsForms.contact, { ...social, contact }),
  "the social network of the settings": (socialUrl) => accepts(settingsForms.contact, { ...social, socialUrl }),
  "an outside page of the settings": (about) => accepts(settingsForms.pages, { about }),
  "a session's recording": (recordingUrl) => accepts(recordingForm, { recordingUrl, version: "1" }),
  "a video elsewhere": (videoUrl) => accepts(newRecordingForm, { title: "A", source: "address", videoUrl, formKey }),
};

const formKey = "5f0c1f0a-5f0c-4f0c-8f0c-5f0c1f0a5f0c";
const social = { contact: "https://example.com", socialName: "Instagram", socialUrl: "" };
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test.each(Object.entries(readers))("%s refuses every foreign address, and accepts a usual one", (_name, read) => {
  expect(notOutside.filter(read)).toEqual([]);
  expect(read("https://www.example.com/live?a=b")).toBe(true);
});

test("no typed e-mail address adds to what a mailto: link does", () => {
  for (const email of ["ada?bcc=all@evil.example", "ada&cc=b@evil.example", "ada%0d%0abcc:b@evil.example"]) {
    const link = new URL(mailtoOf(email));
    expect([link.search, decodeURIComponent(link.pathname)]).toEqual(["", email]);
  }
  expect(accepts(typedEmail("No"), 'a"b@c.de')).toBe(false);
});
