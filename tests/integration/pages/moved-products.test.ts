import { expect, test } from "../../support/admin-over-http";

const id = "0b0b0b0b-0000-4000-8000-000000000000";

test.for([
  ["/admin/passes", "/admin/products/pass"],
  ["/admin/passes/new", "/admin/products/pass/new"],
  [`/admin/gift-cards/${id}`, `/admin/products/gift-card/${id}`],
  ["/admin/courses/new?of=1", "/admin/products/course/new?of=1"],
  [`/admin/memberships/${id}/delete`, `/admin/products/membership/${id}/delete`],
  ["/admin/resources?search=work&page=2", "/admin/products/resource?search=work&page=2"],
  ["/admin/collections/birth/edit", "/admin/products/collection/birth"],
  ["/admin/collections/birth/delete", "/admin/products/collection/birth/delete"],
])("leads from %s to %s, also what is posted there", async ([earlier, now], { admin }) => {
  const opened = new URL((await admin.open(earlier!)).url);
  expect(opened.pathname + opened.search).toBe(now);
  const posted = await fetch(new URL(earlier!, admin.site), {
    method: "POST",
    redirect: "manual",
    headers: { ...admin.headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: "",
  });
  expect([posted.status, posted.headers.get("location")]).toEqual([308, now]);
});

test.for(["/admin/passes/give", "/admin/passes/holders", "/admin/memberships/members", "/admin/birth-recordings"])(
  "%s stays where it is",
  async (address, { admin }) => {
    expect(new URL((await admin.open(address)).url).pathname).toBe(address);
  },
);
