import { Icon } from "../../ui/icon";
import { SiteLink } from "../layout/site-link";

type Service = { title: string; text: string; href: string };

/** Ways on to what else there is. */
export function ServiceList({ title, services }: { title: string; services: Service[] }) {
  return (
    <>
      <div className="sechead">
        <h2 className="heading">{title}</h2>
      </div>
      <div className="services">
        {services.map(({ title: name, text, href }) => (
          <SiteLink key={href} className="service" href={href}>
            <h3 className="title">{name}</h3>
            <p>{text}</p>
            <Icon name="arrow-right" />
          </SiteLink>
        ))}
      </div>
    </>
  );
}
