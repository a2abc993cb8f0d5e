import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDeviceTablet, IconDotsVertical, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/feedback/hint.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import type { KioskHealth } from './kiosk-health.queries.ts';
import { KioskShares } from './kiosk-shares.tsx';
import { FirstProblem, KioskStatus } from './kiosk-status.tsx';
import classes from './kiosks.module.css';
import type { KioskListing } from './kiosks.queries.ts';

export type KioskAct = 'edit' | 'pair' | 'revoke' | 'remove' | 'decisions' | 'health';

interface KioskRowProps {
  readonly kiosk: KioskListing;
  readonly health: KioskHealth | undefined;
  readonly onAct: (act: KioskAct) => void;
}

/** A kiosk: what it does, the device that is it, and its last week. */
export function KioskRow({ kiosk, health, onAct }: KioskRowProps) {
  const { t } = useTranslation(['kiosks', 'kioskHealth']);
  const format = useFormat();
  const { name, place, paired } = kiosk;
  const facts = [
    [t('facts.scope'), useScopeText()(kiosk)],
    [t('facts.direction'), t(`directions.${kiosk.direction}`)],
    [t('facts.means'), format.list(kiosk.means.map((each) => t(`means.${each}`)))],
    ...(paired
      ? [
          [t('facts.device'), paired.device === 'Unknown' ? t('device.unknown') : paired.device],
          [t('facts.paired'), format.fullMoment(paired.paired_at)],
          [t('facts.seen'), paired.last_seen_at ? format.moment(paired.last_seen_at) : t('device.never')],
        ]
      : []),
  ];
  return (
    <li className={classes.kiosk}>
      <div className={classes.head}>
        <div className={classes.named}>
          <h3 dir="auto">{name}</h3>
          {place ? <p dir="auto">{place}</p> : null}
        </div>
        <KioskStatus isPaired={paired !== null} health={health} />
      </div>
      <FirstProblem health={health} />
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Week kiosk={kiosk} />
      <Group gap="xs" justify="flex-end">
        {paired ? null : (
          <Button
            size="xs"
            variant="light"
            aria-label={`${t('pair.action')}: ${name}`}
            onClick={() => onAct('pair')}
          >
            {t('pair.action')}
          </Button>
        )}
        {paired ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t('kioskHealth:of', { name })}
            onClick={() => onAct('health')}
          >
            {t('kioskHealth:action')}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="default"
          aria-label={t('decisionsOf', { name })}
          onClick={() => onAct('decisions')}
        >
          {t('decisions')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('editNamed', { name })}
          onClick={() => onAct('edit')}
        >
          {t('edit')}
        </Button>
        <MoreMenu kiosk={kiosk} onAct={onAct} />
      </Group>
    </li>
  );
}

function MoreMenu({ kiosk: { name, paired }, onAct }: Omit<KioskRowProps, 'health'>) {
  const { t } = useTranslation('kiosks');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('more', { name })}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {paired ? (
          <>
            <Menu.Item leftSection={<IconDeviceTablet size={16} aria-hidden />} onClick={() => onAct('pair')}>
              {t('pair.another')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPlugConnectedX size={16} aria-hidden />}
              onClick={() => onAct('revoke')}
            >
              {t('revoke.action')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAct('remove')}
        >
          {t('remove.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Week({ kiosk }: { kiosk: KioskListing }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  return (
    <div className={classes.week}>
      <h4>{t('week.title')}</h4>
      <dl>
        <div>
          <dt>{t('week.marks')}</dt>
          <dd>{format.number(kiosk.marks)}</dd>
        </div>
        <div data-wrong={kiosk.wrong_names > 0}>
          <dt>{t('week.wrongNames')}</dt>
          <dd>{format.number(kiosk.wrong_names)}</dd>
        </div>
        <div>
          <dt>
            {t('week.refused')} <Hint text={t('week.refusedHint')} />
          </dt>
          <dd>{format.number(kiosk.refused)}</dd>
        </div>
      </dl>
      <KioskShares kiosk={kiosk} />
    </div>
  );
}

/** Whom a kiosk recognises, in words. */
function useScopeText(): (kiosk: KioskListing) => string {
  const { t } = useTranslation(['kiosks', 'common']);
  const format = useFormat();
  return ({ scope, class_name }) => {
    switch (scope.of) {
      case 'kinds':
        return format.list(scope.kinds.map((kind) => t(`common:types.${kind}`)));
      case 'sections':
        return t('scopeIn.sections', { list: format.list(scope.sections) });
      case 'class':
        return class_name === null
          ? t('scopeIn.classGone')
          : t('scopeIn.class', { name: format.apart(class_name) });
      default:
        return t('scopes.everyone');
    }
  };
}
