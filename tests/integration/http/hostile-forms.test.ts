import { expect, test } from "../../support/admin-over-http";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { aSession } from "../../support/sessions";

const hostileForms: Record<string, string> = {
  "an index in a name": "list[99999999]=x",
  "too many fields of one name": "a&".repeat(131_000),
  "too many fields": Array.from({ length: 201 }, (_, nth) => `a${nth}=`).join("&"),
  "indexes within indexes": `a${"[0]".repeat(20_000)}=x`,
  "names within names": `a${".b".repeat(60_000)}=x`,
};

test.for(Object.entries(hostileForms))("refuses a form with %s", async ([, body], { server, db, admin }) => {
  const session = await aSession(db);
  const own = [
    "/sign-in",
    "/sign-in/link",
    `/sessions/${session.id}/book`,
    `/sessions/${session.id}/share`,
    "/sign-in.data",
  ];
  const office = ["/admin/sessions/new", `/admin/sessions/${session.id}/edit`, "/admin/birth-recordings/new"];
  const visitor = new PlainBrowser(server.url);
  for (const [browser, paths] of [
    [visitor, own],
    [admin, office],
  ] as const) {
    for (const path of paths) {
      const headers = { ...browser.headers, "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await fetch(server.url + path, { method: "POST", body, headers, redirect: "manual" });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  }
});

test.for(["__intent__=a", "__state__=a"])(
  "accepts no instructions to the form library from %s",
  async (body, { server, db, admin }) => {
    const session = await aSession(db);
    const paths = ["/admin/sessions/new", `/admin/sessions/${session.id}/edit`, "/admin/birth-recordings/new"];
    for (const path of paths) {
      const answer = await fetch(server.url + path, {
        method: "POST",
        body: new URLSearchParams(body),
        headers: admin.headers,
        redirect: "manual",
      });
      expect([path, answer.status]).toEqual([path, 422]);
    }
  },
);

test("checks the fields of a multipart form as well", async ({ server, admin }) => {
  const body = new FormData();
  body.append("title", "Dusk");
  body.append("list[99999999]", "x");
  for (const path of ["/admin/sessions/new", "/admin/birth-recordings/new"]) {
    const answer = await fetch(server.url + path, { method: "POST", body, headers: admin.headers });
    expect([path, answer.status]).toEqual([path, 400]);
  }
});
