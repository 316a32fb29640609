import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, type TestApp } from "./test-app";

/** Serves the pages of the local Stripe while something is done with one of them. */
async function withPage<Value>(app: TestApp, address: string, use: (page: string) => Promise<Value>): Promise<Value> {
  const server = createServer(express().use("/dev/stripe", app.stripe.router));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(`http://127.0.0.1:${port}${new URL(address).pathname}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Posts what a member presses in Stripe's portal. Returns the status of the answer. */
export const postIn = (app: TestApp, portal: string, fields: Record<string, string>): Promise<number> =>
  withPage(app, portal, async (address) => {
    const body = new URLSearchParams(fields);
    return (await fetch(address, { method: "POST", body, redirect: "manual" })).status;
  });

/** Does so, and expects its status. */
export async function pressIn(app: TestApp, portal: string, fields: Record<string, string>, status = 303) {
  expect(await postIn(app, portal, fields)).toBe(status);
}

type PortalChoice = { price: string; text: string };

/** Reads what a member can choose in Stripe's portal: the price, and what it says of it. */
export const choicesIn = (app: TestApp, portal: string): Promise<PortalChoice[]> =>
  withPage(app, portal, async (address) => {
    const html = await (await fetch(address)).text();
    const forms = html.matchAll(/name="price" value="(?<price>[^"]+)"[^>]*>\s*<p>(?<text>[^<]+)<\/p>/g);
    return Array.from(forms, ({ groups }) => ({ price: groups!.price!, text: groups!.text! }));
  });

type PortalMember = { own: { openPortal(visit: { for: "plan" }): Promise<{ next: string }> }; reference: string };

/** Chooses a plan in the portal by a part of what it says, such as "Dearer, £80.00 / month". Returns all it says. */
export async function choosePlan(app: TestApp, { own, reference }: PortalMember, part: string, status = 303) {
  const { next } = await own.openPortal({ for: "plan" });
  const choice = (await choicesIn(app, next)).find(({ text }) => text.includes(part));
  expect(choice, part).toBeDefined();
  await pressIn(app, next, { action: "change", subscription: reference, price: choice!.price }, status);
  return choice!.text;
}
