import { formatAmount } from "../core/money";
import { displayStart, type Scheduled, type Zones } from "../core/dates";
import type { Obstacle } from "./plan";

export function describeObstacle(obstacle: Obstacle, zones: Zones): string {
  switch (obstacle.kind) {
    case "only_admin":
      return "Nobody else runs this site. Make somebody else an admin first.";
    case "unpaid": {
      const { of, until } = obstacle;
      const end = until && ` at ${timeOf({ startTime: until, locationType: "online" }, zones)} at the latest`;
      return `A payment for ${of} is still open. Pay or give it up; it ends by itself${end ?? ""}, and you can delete the account a few minutes later.`;
    }
    case "too_late":
      return `“${obstacle.session.title}” can’t be cancelled any more. You can delete the account once it has begun, on ${startOf(obstacle.session, zones)}.`;
    case "paid_by_hand":
      return `Your place in “${obstacle.session.title}” was not paid through this site. Cancel it first; you can delete the account once the money is back with you.`;
    case "to_hand_over":
      return `${formatAmount(obstacle.amount)} for ${obstacle.of} was paid by hand, and nobody could say whom it goes back to once the account is deleted. Refund it first and give it back, or keep it.`;
    case "owed": {
      const amount = formatAmount(obstacle.amount);
      return obstacle.by === "stripe"
        ? `${amount} for ${obstacle.of} is still on its way back. You can delete the account once it has arrived, usually within five to ten days.`
        : `${amount} for ${obstacle.of} is still to be returned by hand. You can delete the account once it has been.`;
    }
  }
}

function startOf(session: Scheduled, zones: Zones): string {
  const { weekday, monthLong, day, time, zone } = displayStart(session, zones);
  return `${weekday}, ${monthLong} ${day} at ${time} ${zone}`;
}

function timeOf(scheduled: Scheduled, zones: Zones): string {
  const { time, zone } = displayStart(scheduled, zones);
  return `${time} ${zone}`;
}
