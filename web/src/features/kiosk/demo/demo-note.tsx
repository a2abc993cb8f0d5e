import { DEMO_PINS } from '@rollcall/core/demo-data/demo-pins';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoKioskButton } from '../../../components/demo/demo-kiosk-button.tsx';
import { useHost } from '../../../lib/api/host.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { useLeaveKiosk } from '../../../lib/kiosk/use-leave-kiosk.ts';
import type { OwnKiosk } from '../kiosk.queries.ts';
import classes from './demo-note.module.css';

interface DemoFrameProps {
  /** Null while the tab is no kiosk. */
  readonly kiosk: OwnKiosk | null;
  readonly children: ReactNode;
}

/** In the demo: what to try at the kiosk, and the way back, above its screen. Nothing on a server. */
export function DemoFrame({ kiosk, children }: DemoFrameProps) {
  const { isInBrowser } = useHost();
  if (!isInBrowser) return children;
  return (
    <div className={classes.frame}>
      <DemoNote kiosk={kiosk} />
      {children}
    </div>
  );
}

function DemoNote({ kiosk }: Pick<DemoFrameProps, 'kiosk'>) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const leave = useLeaveKiosk();
  const [first, second] = DEMO_PINS.map(({ code, pin }) => ({
    code: format.apart(code),
    pin: format.apart(pin),
  }));
  return (
    <aside className={classes.note} aria-label={t('demo.label')}>
      <p>
        {kiosk?.means.includes('face') ? `${t('demo.face')} ` : null}
        {kiosk?.means.includes('pin') && first && second
          ? `${t('demo.pin', first)} ${t('demo.orPin', second)} `
          : null}
        {kiosk ? null : `${t('demo.pair')} `}
        {/* Whoever sets an exit PIN wants to see it asked for. */}
        {kiosk?.exit ? t('demo.exit') : null}
      </p>
      {kiosk ? null : <DemoKioskButton size="sm" />}
      {kiosk?.exit ? null : (
        <button type="button" className={classes.back} onClick={leave}>
          <IconArrowBackUp size={20} aria-hidden />
          {t('demo.back')}
        </button>
      )}
    </aside>
  );
}
