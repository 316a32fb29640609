import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes a minute by itself would keep everybody waiting if it came last. */
const slowFiles = [/histories\/histories/, /process\/killed/, /process\//];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = slowFiles.findIndex((pattern) => pattern.test(moduleId));
  return rank === -1 ? slowFiles.length : rank;
};

/** Starts the longest files first, all others as vitest would. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
