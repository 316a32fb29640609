import { BaseSequencer, type TestSpecification } from "vitest/node";

const slowFiles = [
  /histories\/(histories|memberships)/,
  /process\/killed/,
  /process\//,
  /faults\//,
  /fuzz\/|finished-mutations|backup-and-restore|build-parts|make-admin/,
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = slowFiles.findIndex((pattern) => pattern.test(moduleId));
  return rank === -1 ? slowFiles.length : rank;
};

/** Starts the slowest files first, so that no worker ends long after the others. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
