import type { Priority } from '@rollcall/core/notices/notices.types';
import { IconAlertTriangle, IconInfoCircle, IconUrgent } from '@tabler/icons-react';
import classes from './notice-card.module.css';

const ICONS = { low: IconInfoCircle, normal: IconInfoCircle, high: IconAlertTriangle, urgent: IconUrgent };

/** The word stands in the line of the date; this is for the eye that skims. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const Icon = ICONS[priority];
  return (
    <span className={classes.icon} data-priority={priority} aria-hidden>
      <Icon size={22} />
    </span>
  );
}
