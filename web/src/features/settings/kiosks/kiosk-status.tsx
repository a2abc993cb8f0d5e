import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconDeviceTabletOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './kiosk-health.module.css';
import type { KioskHealth } from './kiosk-health.queries.ts';

interface KioskStatusProps {
  readonly isPaired: boolean;
  /** Undefined until it is loaded, and where no device is paired. */
  readonly health: KioskHealth | undefined;
}

/** Whether a kiosk is there and well, by color, sign and word. */
export function KioskStatus({ isPaired, health }: KioskStatusProps) {
  const { t } = useTranslation(['kioskHealth', 'kiosks']);
  if (!isPaired)
    return <Sign color="yellow" Icon={IconDeviceTabletOff} text={t('kiosks:device.notPaired')} />;
  if (!health) return <Sign color="teal" Icon={IconCircleCheck} text={t('kiosks:device.paired')} />;
  const { presence, problems } = health;
  if (presence === 'silent')
    return <Sign color="orange" Icon={IconPlugConnectedX} text={t('presence.silent')} />;
  if (presence === 'never_seen')
    return <Sign color="gray" Icon={IconClock} text={t('presence.never_seen')} />;
  return problems.length > 0 ? (
    <Sign color="yellow" Icon={IconAlertTriangle} text={t('presence.attention')} />
  ) : (
    <Sign color="teal" Icon={IconCircleCheck} text={t('presence.online')} />
  );
}

interface SignProps {
  readonly color: string;
  readonly Icon: typeof IconClock;
  readonly text: string;
}

const Sign = ({ color, Icon, text }: SignProps) => (
  <Badge color={color} variant="light" tt="none" leftSection={<Icon size={14} aria-hidden />}>
    {text}
  </Badge>
);

/** The most urgent problem of a kiosk, with what to do about it. */
export function FirstProblem({ health }: { health: KioskHealth | undefined }) {
  const { t } = useTranslation('kioskHealth');
  const problem = useProblemText();
  const [first, ...others] = health?.problems ?? [];
  if (!health || first === undefined) return null;
  const { title, text } = problem(first, health);
  return (
    <p className={classes.first}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        <strong>{title}.</strong> {text}
        {others.length > 0 ? ` (${t('more', { count: others.length })})` : null}
      </span>
    </p>
  );
}

/** A problem in words: what it is, and what to do. */
export function useProblemText(): (
  problem: KioskHealth['problems'][number],
  health: Pick<KioskHealth, 'backlit'>,
) => { title: string; text: string } {
  const { t } = useTranslation('kioskHealth');
  const format = useFormat();
  return (problem, { backlit }) => {
    const times = format.list(
      backlit.map(({ from, to }) => t('between', { from: format.time(from), to: format.time(to) })),
    );
    return { title: t(`problems.${problem}.title`, { times }), text: t(`problems.${problem}.text`) };
  };
}
