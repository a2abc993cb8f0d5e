import { Button } from '@mantine/core';
import {
  IconCalendarOff,
  IconChecklist,
  IconDeviceTablet,
  IconFaceId,
  IconUserCheck,
  IconWifi,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StagePage } from '../../components/camera/stage-page.tsx';
import { StatusChip, statusKey } from '../../components/display/status-chip.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { useHost } from '../../lib/api/host.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useSessionState } from '../../lib/session/session.ts';
import classes from './before-camera.module.css';
import { canGoOn, type Hindrance } from './before-camera.rules.ts';
import type { MarkReadiness } from './mark-attendance.queries.ts';

interface BeforeCameraProps {
  readonly hindrance: Hindrance;
  readonly record: MarkReadiness['attendance'];
  readonly onGoOn: () => void;
  readonly onRegisterFace: () => void;
  readonly onClose: () => void;
}

const ICONS = {
  register_own: IconFaceId,
  not_enrolled: IconFaceId,
  consent_missing: IconChecklist,
  use_kiosk: IconDeviceTablet,
  join_network: IconWifi,
  already_marked: IconUserCheck,
  day_off: IconCalendarOff,
} as const;

/** What keeps the camera from opening, and what to do next. */
export function BeforeCamera({ hindrance, record, onGoOn, onRegisterFace, onClose }: BeforeCameraProps) {
  const { t } = useTranslation(['mark', 'common']);
  const format = useFormat();
  const { user } = useSessionState();
  const { isInBrowser } = useHost();
  const Icon = ICONS[hindrance];
  const buttons = (
    <>
      {hindrance === 'register_own' ? (
        <Button onClick={onRegisterFace} data-autofocus>
          {t('before.register_own.action')}
        </Button>
      ) : null}
      {hindrance === 'consent_missing' && user ? (
        <LinkButton to="/profile/$id" params={{ id: user.id }} onClick={onClose}>
          {t('before.consent_missing.action')}
        </LinkButton>
      ) : null}
      {canGoOn(hindrance) ? (
        <Button variant="default" onClick={onGoOn}>
          {t(hindrance === 'day_off' ? 'before.day_off.action' : 'before.already_marked.action')}
        </Button>
      ) : null}
      <Button
        variant={hindrance === 'register_own' || hindrance === 'consent_missing' ? 'default' : 'filled'}
        onClick={onClose}
        data-autofocus={hindrance === 'register_own' ? undefined : true}
      >
        {t('common:actions.close')}
      </Button>
    </>
  );
  return (
    <StagePage buttons={buttons}>
      <Icon size={56} stroke={1.5} aria-hidden />
      <h2>{t(`before.${hindrance}.title`)}</h2>
      {hindrance === 'already_marked' && record ? (
        <div className={classes.when}>
          {record.time ? <time>{format.time(record.time)}</time> : null}
          <StatusChip status={statusKey(record.status, record.punctuality)} />
        </div>
      ) : null}
      <p>
        {hindrance === 'register_own' && isInBrowser
          ? t('before.register_own.inBrowser')
          : t(`before.${hindrance}.text`)}
      </p>
    </StagePage>
  );
}
