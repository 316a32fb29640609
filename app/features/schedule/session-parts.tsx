import type { ListedSession } from "@server/schedule/schemas";
import type { ComponentProps } from "react";
import { CoverLink } from "~/ui/link";
import { SoldOut } from "~/ui/text";

type SessionTitleProps = { session: ListedSession; Heading: "h2" | "h3" } & Pick<
  ComponentProps<typeof CoverLink>,
  "className" | "discover"
>;

/** The link covers the whole session. */
export const SessionTitle = ({ session: { id, title, price }, Heading, ...link }: SessionTitleProps) => (
  <Heading
    className={`mt-0.5 text-[1.4375rem] leading-[1.2] lg:text-[1.625rem] ${price === null ? "text-ink-soft" : ""}`}
  >
    <CoverLink to={`/sessions/${id}`} {...link}>
      {title}
    </CoverLink>
  </Heading>
);

type SessionPictureProps = { session: ListedSession; className: string; loading?: "lazy" };

export const SessionPicture = ({ session: { image, price }, className, loading }: SessionPictureProps) => (
  <div className={`relative ${className} ${price === null ? "opacity-75 saturate-45" : ""}`}>
    <img
      className="absolute inset-0 size-full object-cover"
      src={image}
      alt=""
      width="200"
      height="400"
      loading={loading}
      decoding="async"
    />
  </div>
);

type SessionPriceProps = { session: ListedSession; className?: string };

export const SessionPrice = ({ session: { price }, className = "" }: SessionPriceProps) => (
  <p className={`font-display text-[1.375rem] leading-[1.2] ${className}`}>{price ?? <SoldOut />}</p>
);
