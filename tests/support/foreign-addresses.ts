import type { Page } from "./browser-without-javascript";

/** What no browser may be sent to by an address that should be one of ours. */
export const notOurs = [
  "https://evil.example/",
  "http:evil.example",
  "https:/evil.example",
  "HTTPS://evil.example/",
  "https:\\\\evil.example",
  "https://localhost@evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/%5Cevil.example",
  "/%5c/evil.example",
  "/%2F/evil.example",
  "/%2fevil.example",
  "/%09/evil.example",
  "/a%0d%0aLocation:%20https://evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  " /sessions/1",
  "\u0000//evil.example",
  "/\u0000/evil.example",
  "/\u0085/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2e//evil.example",
  "//evil.example@localhost",
  "//localhost:3000@evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "mailto:a@evil.example",
  "evil.example",
  "sessions/1",
  "./sessions",
  "?a=b",
  "#a",
  "",
  " ",
  "//",
  "//[",
  "/\r\nSet-Cookie: a=b",
  `/${"x".repeat(2048)}`,
];

/** What no link to another site may be, although some of it looks like one. */
export const notOutside = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://evil.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "file:///etc/passwd",
  "ftp://evil.example/a",
  "view-source:https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/%5Cevil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\\\evil.example",
  "https://\\evil.example",
  "https://good.example\\@evil.example",
  "https://good.example@evil.example/",
  "https://name:secret@evil.example/",
  "https://go\tod.example/",
  "https://good.example/\nevil",
  "https://good.example/ evil",
  "https://good.example/\u202Egnp.exe",
  "https://good\u200B.example/",
  "https://",
  "https:///evil.example",
  "https://?evil.example",
  "https://[",
  "https://good.example/\ud800",
  "evil.example",
  `https://good.example/${"x".repeat(2048)}`,
];

/** One of each kind, for pages that take longer to render than an address to check. */
export const oneOfEachKind = [
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "/.//evil.example",
  "https:\\\\evil.example",
  "https://good.example\\@evil.example",
  "https://name:secret@evil.example/",
];

const linkedBy = ["href", "src", "action", "formaction"];
const harmless = ["http:", "https:", "mailto:", "webcal:"];

/** Returns the addresses of a page that lead where only a stranger could have sent its reader. */
export const strangeLinksOn = ({ root, url }: Page): string[] =>
  linkedBy.flatMap((name) =>
    root
      .querySelectorAll(`[${name}]`)
      .map((element) => element.getAttribute(name) ?? "")
      .filter((address) => {
        const { protocol, hostname, username } = new URL(address, url);
        return !harmless.includes(protocol) || hostname.includes("evil") || username !== "";
      }),
  );
