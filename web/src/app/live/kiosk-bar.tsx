import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { useKioskHealth } from '../../features/settings/kiosks/kiosk-health.queries.ts';
import { useKiosks } from '../../features/settings/kiosks/kiosks.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import classes from './notice-bar.module.css';

/** Says to those who manage kiosks that one is silent while the doors are in use. */
export function KioskBar() {
  const silent = useKioskHealth(false).data?.kiosks.filter(({ silences }) =>
    silences.some(({ back_at }) => back_at === null),
  );
  return silent && silent.length > 0 ? <SilentNote silent={silent} /> : null;
}

type Silent = NonNullable<ReturnType<typeof useKioskHealth>['data']>['kiosks'];

function SilentNote({ silent }: { silent: Silent }) {
  useOfficeTexts();
  const { t } = useTranslation('kioskHealth');
  const format = useFormat();
  const kiosks = useKiosks().data ?? [];
  const names = silent.flatMap(({ kiosk_id }) => kiosks.find(({ id }) => id === kiosk_id)?.name ?? []);
  if (names.length === 0) return null;
  const [since] = silent
    .flatMap(({ silences }) => silences.filter(({ back_at }) => back_at === null))
    .map((silence) => silence.since)
    .sort();
  return (
    <div className={`${classes.bar} rc-no-print`} role="status" data-kiosk-bar>
      <p className={classes.text}>
        <IconPlugConnectedX size={20} aria-hidden />
        <span>
          {t('bar.silent', {
            count: names.length,
            names: format.list(names),
            since: since ? format.apart(format.recentMoment(since)) : '',
          })}
        </span>
      </p>
      <LinkButton to="/settings/$section" params={{ section: 'kiosks' }} variant="default">
        {t('bar.open')}
      </LinkButton>
    </div>
  );
}
