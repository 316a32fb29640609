import { auditEntries } from "@db/schema";
import { createCaller } from "@server/api/root";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { and, eq } from "drizzle-orm";
import { anAccount } from "../../../../support/accounts";
import { CrashPlan } from "../../../../support/histories/crash-plan";
import { crashingServices } from "../../../../support/histories/crashing-services";
import { changeMember } from "../../../../support/memberships";
import { actingAs } from "../../../../support/recordings";
import { dayAhead, joinUnheard, mailsOf, newsOf, passDays } from "../../../../support/subscriptions";
import { createTestContext, expect, test, type TestApp } from "../../../../support/test-app";

type Kind = { kind: "pause"; until: string } | { kind: "resume" };

async function begin(app: TestApp) {
  const member = await joinUnheard(app);
  const office = actingAs(await anAccount(app.db, { role: "admin" }));
  const admin = app.as(office);
  const formOf = async (kind: Kind) => {
    const { version, formKey } = await admin.memberships.admin.getMember({ id: member.id });
    return { ...kind, id: member.id, version, formKey, reason: "A broken foot" };
  };
  return { ...member, office, admin, formOf };
}

const countAudited = (app: TestApp, action: string, subjectId: string) =>
  app.db.$count(auditEntries, and(eq(auditEntries.action, action), eq(auditEntries.subjectId, subjectId)));

test("mails and audits a pause and its end once, wherever the process is killed, once the form is posted again", async ({
  app,
}) => {
  const { id, office, admin, formOf, sync, read } = await begin(app);
  let hasCrashed = true;
  for (let round = 0; hasCrashed; round += 1) {
    hasCrashed = false;
    // Each call and commit has a point before and one after it.
    const point = round * 3;
    app.clock.moveBy(1);
    for (const kind of [{ kind: "pause", until: dayAhead(app, 20) }, { kind: "resume" }] satisfies Kind[]) {
      const form = await formOf(kind);
      const plan = new CrashPlan(point);
      const dying = crashingServices(app.services, app.stripe, plan);
      const posted = createCaller(() => createTestContext(dying, office)).memberships.admin.change(form);
      await posted.catch((error: unknown) => {
        if (!plan.hasCrashed) throw error;
      });
      hasCrashed ||= plan.hasCrashed;
      // An event comes before the form is posted again, or after.
      if (round % 2 === 0) await sync();
      await admin.memberships.admin.change(form);
      await sync();
      const [isPaused, action] = kind.kind === "pause" ? [true, "paused"] : [false, "resumed"];
      expect((await read()).state === "paused", `${action}, killed at ${point}`).toBe(isPaused);
      expect(await countAudited(app, `membership.${action}`, id)).toBe(round + 1);
    }
    expect(await mailsOf(app, "paused")).toHaveLength(round + 1);
    expect(await mailsOf(app, "goes_on")).toHaveLength(round + 1);
  }
  for (const { props } of [...(await mailsOf(app, "paused")), ...(await mailsOf(app, "goes_on"))]) {
    expect(props).toMatchObject({ reason: "A broken foot" });
  }
});

test("mails one pause of two windows, and refuses the day of the slower one", async ({ app }) => {
  const { admin, formOf, read } = await begin(app);
  const forms = await Promise.all([10, 20].map((days) => formOf({ kind: "pause", until: dayAhead(app, days) })));
  const answers = await Promise.allSettled(forms.map((form) => admin.memberships.admin.change(form)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [mail, ...others] = await mailsOf(app, "paused");
  expect(others).toEqual([]);
  const { resumesAt } = await read();
  const last = new Date(resumesAt!.getTime() - 3_600_000).getUTCDate();
  expect(mail!.props.text).toMatch(new RegExp(`paused until .*\\b${last}\\b`));
});

test("tells of pauses of the dashboard and of one that is over, without the reason of another", async ({ app }) => {
  const { id, admin, reference, sync } = await begin(app);
  const { subscriptions } = app.services.stripe.client;
  await changeMember({ admin, id }, { kind: "pause", until: dayAhead(app, 5) });
  await passDays(app, 7);
  await reconcileMemberships(app.services);
  await subscriptions.update(reference, { pause_collection: { behavior: "void" } });
  await sync();
  await passDays(app, 1);
  await subscriptions.update(reference, { pause_collection: "" });
  await sync();
  expect(await newsOf(app)).toEqual(["begun", "paused", "goes_on", "paused", "goes_on"]);
  const mails = [...(await mailsOf(app, "paused")), ...(await mailsOf(app, "goes_on"))];
  const reasons = mails.map(({ props }) => props.reason);
  expect(reasons).toEqual(["As agreed", undefined, undefined, undefined]);
});

test("pauses nothing that Stripe has ended", async ({ app }) => {
  const { id, admin, reference, sync } = await begin(app);
  await app.services.stripe.client.subscriptions.cancel(reference);
  await sync();
  await expect(changeMember({ admin, id }, { kind: "pause", until: dayAhead(app, 5) })).rejects.toThrow("goes on");
  await expect(changeMember({ admin, id }, { kind: "resume" })).rejects.toThrow("is not paused");
  expect(await newsOf(app)).toEqual(["begun", "cancelled"]);
  // Nothing renews it any more, so that its member can't change their mind.
  expect((await mailsOf(app, "cancelled"))[0]!.props).toMatchObject({
    text: expect.stringMatching(/You have it until \w+, \w+ \d+, \d{4}\. Nothing more/) as string,
  });
});
