import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../components/progress-line.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './backup.module.css';
import { type Operation, useOperations } from './backup.queries.ts';

interface FileCardProps {
  readonly kind: Operation['type'];
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly children?: ReactNode;
}

/** One kind of file: what it is for, its choices, the button, and how far the making is. */
export function FileCard({ kind, icon, title, text, action, isBusy, onRun, children }: FileCardProps) {
  const { t } = useTranslation('admin');
  return (
    <section className={classes.card}>
      <span className={classes.icon}>{icon}</span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className={classes.choices}>{children}</div> : null}
      <div className={classes.foot}>
        <Button variant="light" fullWidth disabled={isBusy} onClick={onRun}>
          {isBusy ? t('backup.working') : action}
        </Button>
        {isBusy ? <Making kind={kind} /> : null}
      </div>
    </section>
  );
}

function Making({ kind }: { kind: Operation['type'] }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const running = useOperations().data?.find(({ type, state }) => type === kind && state === 'running');
  // An export does not know how many rows it will have; a bar at 99 % for half a minute would be a lie.
  const percent = running && kind === 'backup' ? running.progress : null;
  return (
    <ProgressLine
      percent={percent}
      text={
        percent === null ? t('backup.working') : t('backup.running', { percent: format.percent(percent) })
      }
    />
  );
}
