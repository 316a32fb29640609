import { readManifest } from "../built-site";
import type { FuzzRequest } from "./http-client";
import type { Random } from "./random";
import type { SiteRoute } from "./site-route";

/** Node refuses requests whose line and headers exceed 16 KiB together. */
const mostCharacters = 15_000;

type PartOf = (nth: number) => string;

/** Returns as many parts as a request may hold. */
function filled(partOf: PartOf, separator = "", characters = mostCharacters): string {
  const parts: string[] = [];
  for (let length = 0; ;) {
    const part = partOf(parts.length);
    length += part.length + separator.length;
    if (length > characters) return parts.join(separator);
    parts.push(part);
  }
}

const short = (nth: number) => nth.toString(36);

/** Requests as large as they can be, of everything that a stranger can send to a route. */
export function largeRequests(route: SiteRoute, random: Random): FuzzRequest[] {
  const path = route.pattern.replaceAll(/:\w+\??/g, () => random.uuid()).replace("*", "nowhere");
  const get = (address: string): FuzzRequest => ({
    method: "GET",
    path: address,
    body: null,
    target: route.pattern,
    headers: { Accept: "text/html" },
  });
  const query = random.pick([
    filled((nth) => short(nth), "&"),
    filled((nth) => `page=${nth}`, "&"),
    `returnTo=${filled(() => "/a")}`,
    filled((nth) => `index&_routes=${short(nth)}`, "&"),
  ]);
  const deeper = random.pick(["/a", "/", "/a.data", "/%2F", "/:id"]);
  const requests = [
    get(`${path}?${query}`),
    get(`${path === "/" ? "/_root" : path}.data?_routes=${filled(short, ",", 8000)}&${filled(short, "&", 5000)}`),
    get(path + filled(() => deeper)),
  ];
  const form = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
  const body = Buffer.from(filled((nth) => `${random.pick(["a", "a[0]", "a.b"])}${short(nth)}=1`, "&", 60_000));
  return [...requests, { method: "POST", path, headers: form, body, target: route.pattern }];
}

/** The same of what is no route: the manifest, calls, and headers that are read for every page. */
export function largeRequestsElsewhere(): FuzzRequest[] {
  const { version } = readManifest();
  const manifest = `/__manifest?version=${version}&`;
  const base = { method: "GET", body: null, target: "elsewhere" };
  const paths: FuzzRequest[] = [
    filled((nth) => `p=/${short(nth)}`, "&", 7600),
    filled((nth) => `p=/admin/${short(nth)}`, "&", 2000),
    filled((nth) => `p=/${short(nth)}${"/a".repeat(10)}`, "&", 2000),
  ].map((query) => ({ ...base, path: manifest + query, headers: {} }));
  const calls: FuzzRequest[] = [
    `/api/trpc/${filled(() => ",")}?batch=1`,
    `/api/trpc/${filled(() => "schedule.listUpcoming", ",")}?batch=1`,
    `/api/trpc/${filled(() => "a.")}`,
  ].map((path) => ({ ...base, path, headers: {} }));
  const headers: Record<string, string> = {
    Cookie: filled((nth) => `${short(nth)}=1`, "; "),
    "Accept-Language": filled((nth) => `x-${short(nth)};q=0.5`, ","),
    "Accept-Encoding": filled((nth) => `${short(nth)};q=0.5`, ","),
    "If-None-Match": filled((nth) => `"${short(nth)}"`, ","),
    Range: `bytes=${filled((nth) => `${nth}-${nth}`, ",")}`,
    "X-Forwarded-For": filled((nth) => `10.0.0.${nth % 256}`, ", "),
    "X-Forwarded-Host": filled(short, ","),
    "User-Agent": filled(() => "Mozilla/5.0 ("),
  };
  const each = Object.entries(headers).flatMap(([name, value]) =>
    ["/?rendered", "/logo.svg", "/api/trpc/schedule.listUpcoming?input=%7B%7D"].map((path) => ({
      ...base,
      path,
      headers: { Accept: "text/html", [name]: value },
    })),
  );
  return [...paths, ...calls, ...each];
}
