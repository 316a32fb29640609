import { typedEmail } from "@server/core/email-address";
import { expect, test } from "vitest";

const read = (typed: string) => typedEmail("Enter a full email address").safeParse(typed);

test.each([
  ["john&jane@example.com", "john&jane@example.com", "colinhacks/zod#3913"],
  ["o&leary@example.com", "o&leary@example.com", "colinhacks/zod#3913"],
  ["o'leary@example.com", "o'leary@example.com", "colinhacks/zod#3411"],
  ["a#1@example.com", "a#1@example.com", "WHATWG HTML"],
  ["x%y@example.com", "x%y@example.com", "WHATWG HTML"],
  ["a/b@example.com", "a/b@example.com", "WHATWG HTML"],
  ["!$*=?^_`{|}~@example.com", "!$*=?^_`{|}~@example.com", "WHATWG HTML"],
  ["a..b@docomo.example", "a..b@docomo.example", "addresses of Japanese telephones"],
  ["me@example.com\u200b", "me@example.com", "pasted from a chat"],
  ["\u202ame@example.com\u202c", "me@example.com", "pasted from the contacts of Windows"],
  ["\ufeffme@ex\u00adample.com", "me@example.com", "pasted from a page that may break it"],
  ["\u00a0me@example.com\u3000", "me@example.com", "blanks of other kinds"],
  ["ｍｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "me@example.com", "typed on a Japanese keyboard"],
  ["me@müller.example", "me@xn--mller-kva.example", "a domain with an umlaut"],
  ["Me+tag@Sub.Example.co.uk", "Me+tag@Sub.Example.co.uk", "a tag and capitals"],
])("accepts %j as %j (%s)", (typed, stored) => {
  expect(read(typed).data).toBe(stored);
});

test.each([
  "",
  "me",
  "me@example",
  "me@-example.com",
  "me@example.com.",
  "me@exa mple.com",
  "me you@example.com",
  "a@b@example.com",
  "<me@example.com>",
  '"me"@example.com',
  "me@[127.0.0.1]",
  "mé@example.com",
  "me@example.com\0",
  "me\r\nBcc: all@example.com",
  `${"a".repeat(65)}@example.com`,
  `me@${"a.".repeat(150)}com`,
])("refuses %j", (typed) => {
  expect(read(typed).error?.issues[0]?.message).toBe("Enter a full email address");
});
