import { KIOSK_MEANS } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './kiosks.module.css';
import type { KioskListing } from './kiosks.queries.ts';

/** How large a part of the check-ins was made in each way. Nothing where there is only one way to speak of. */
export function KioskShares({ kiosk: { by_means, marks, means } }: { kiosk: KioskListing }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  // A way that was turned off meanwhile still counts.
  const ways = KIOSK_MEANS.filter((each) => means.includes(each) || by_means[each]);
  if (marks === 0 || ways.length < 2) return null;
  return (
    <p className={classes.note}>
      {format.line(
        ways.map((each) =>
          t('week.share', {
            means: t(`means.${each}`),
            share: format.percent(Math.round((100 * (by_means[each] ?? 0)) / marks)),
          }),
        ),
      )}
    </p>
  );
}
