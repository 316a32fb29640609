import { expect, test } from "vitest";
import { StatusBadge, statusLabel } from "~/ui/badge";

test.each([
  ["paid", "green", "Paid"],
  ["completed", "green", "Completed"],
  ["pending", "yellow", "Pending Payment"],
  ["cancelled", "red", "Cancelled"],
  ["failed", "red", "Failed"],
  ["free", "blue", "Free"],
  ["unknown", "grey", "Unknown"],
  ["", "grey", "Unknown"],
])("shows the status “%s” in %s as “%s”", (status, tone, label) => {
  expect(StatusBadge({ status }).props).toMatchObject({ tone, children: label });
  expect(statusLabel(status)).toBe(label);
});

test("shows an unknown status of an attendee in red", () => {
  expect(StatusBadge({ status: "waived", otherwise: "red" }).props).toMatchObject({ tone: "red", children: "Waived" });
});
