import type { ReactNode } from "react";
import { Masthead } from "~/ui/masthead";
import { Lede } from "~/ui/text";

type RecordingsHeroProps = { title: readonly [start: string, emphasized: string]; lede: string; children?: ReactNode };

export function RecordingsHero({ title: [start, emphasized], lede, children }: RecordingsHeroProps) {
  return (
    <Masthead art="recordings">
      <div className="wrap relative grid gap-7 pt-14 pb-12 md:pt-16 md:pb-18">
        <h1 className="text-[clamp(3.25rem,1rem+7.6vw,8rem)] leading-[0.98] font-light tracking-[-0.022em]">
          {start} <em>{emphasized}</em>
        </h1>
        <Lede>{lede}</Lede>
        {children}
      </div>
    </Masthead>
  );
}
