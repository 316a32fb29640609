import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes a minute by itself would keep everybody waiting if it came last. */
const longest = [/histories\/histories/, /process\/killed/, /process\//];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((pattern) => pattern.test(moduleId));
  return rank === -1 ? longest.length : rank;
};

/** Starts the longest files first, all others as vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
