import type { ListedResource } from "@server/resources/schemas";
import { ThreeColumns } from "~/ui/list";
import { ResourceCard } from "./resource-card";

/** The learning resources that the member has bought. */
export function MyLearningResources({ resources }: { resources: ListedResource[] }) {
  if (resources.length === 0) return null;
  return (
    <section className="mt-10 grid gap-6" aria-labelledby="learning-resources">
      <h2 className="text-heading" id="learning-resources">
        Learning Resources
      </h2>
      <ThreeColumns>
        {resources.map((resource) => (
          <ResourceCard key={resource.id} resource={resource} heading="h3" />
        ))}
      </ThreeColumns>
    </section>
  );
}
