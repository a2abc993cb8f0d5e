import { IconDotsVertical, IconListCheck, IconLogout, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveKiosk } from '../../../lib/kiosk/leaving.ts';
import { useLeaveKiosk } from '../../../lib/kiosk/use-leave-kiosk.ts';
import type { KioskParts, OwnKiosk } from '../kiosk.queries.ts';
import { useIdle } from '../pin-entry.tsx';
import classes from './exit.module.css';
import { useKeepPresent } from './exit.queries.ts';
import { ExitPad } from './exit-pad.tsx';
import { KeptPresent } from './kept-present.tsx';
import { useStaying } from './use-staying.ts';

interface ExitCornerProps {
  readonly kiosk: Pick<OwnKiosk, 'exit' | 'keeps_present'>;
  readonly parts: KioskParts;
  /** Called when something covers the kiosk, and when it is gone. */
  readonly onCovered: (isCovered: boolean) => void;
}

/** The button in the corner and what is behind it: the exit PIN, then a menu for whoever looks after the kiosk. */
export function ExitCorner({ kiosk, parts, onCovered }: ExitCornerProps) {
  const { t } = useTranslation('kiosk');
  const [open, setOpen] = useState<'pin' | 'menu' | 'present' | null>(null);
  useStaying(kiosk.exit !== null);
  useKeepPresent(parts, kiosk.keeps_present);
  const show = (next: typeof open) => {
    setOpen(next);
    onCovered(next !== null);
  };
  const close = () => show(null);
  if (open === null)
    return (
      <button
        type="button"
        className={classes.corner}
        aria-label={t('exit.open')}
        onClick={() => show(kiosk.exit ? 'pin' : 'menu')}
      >
        <IconDotsVertical size={24} aria-hidden />
      </button>
    );
  return (
    <div className={classes.cover} data-kiosk-exit={open}>
      {open === 'pin' && kiosk.exit ? (
        <ExitPad verifier={kiosk.exit} kept={parts.behindExit} onRight={() => show('menu')} onClose={close} />
      ) : null}
      {open === 'menu' ? <ExitMenu kiosk={kiosk} onPresent={() => show('present')} onClose={close} /> : null}
      {open === 'present' ? <KeptPresent parts={parts} onClose={close} /> : null}
    </div>
  );
}

interface ExitMenuProps {
  readonly kiosk: ExitCornerProps['kiosk'];
  readonly onPresent: () => void;
  readonly onClose: () => void;
}

function ExitMenu({ kiosk, onPresent, onClose }: ExitMenuProps) {
  const { t } = useTranslation('kiosk');
  const leave = useLeaveKiosk();
  useIdle('', onClose);
  return (
    <div className={classes.menu}>
      <h2>{t('exit.menu')}</h2>
      {kiosk.exit === null ? <p>{t('exit.noPin')}</p> : null}
      {kiosk.keeps_present ? (
        <button type="button" onClick={onPresent}>
          <IconListCheck size={28} aria-hidden />
          {t('exit.present')}
        </button>
      ) : null}
      <button type="button" onClick={() => leaveKiosk(() => location.reload())}>
        <IconRefresh size={28} aria-hidden />
        {t('exit.reload')}
      </button>
      <button type="button" onClick={leave}>
        <IconLogout size={28} aria-hidden />
        {t('exit.leave')}
      </button>
      <button type="button" onClick={onClose}>
        <IconX size={28} aria-hidden />
        {t('exit.back')}
      </button>
    </div>
  );
}
