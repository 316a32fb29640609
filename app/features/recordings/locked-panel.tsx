import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon";

type LockedPanelProps = {
  image: string;
  icon?: IconName;
  title: string;
  /** Ties the title to the form that the panel is. */
  titleId?: string;
  children: ReactNode;
};

/** Stands where the player would be, on the recording's picture: what it takes to watch. */
export function LockedPanel({ image, icon, title, titleId, children }: LockedPanelProps) {
  return (
    <div className="locked">
      <img src={image} alt="" width="800" height="450" />
      <div className="panel">
        {icon && (
          <span className="panel__icon" aria-hidden="true">
            <Icon name={icon} />
          </span>
        )}
        <h2 className="title" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
