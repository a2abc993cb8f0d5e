import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Slots, Verdict } from './face-capture.reducer.ts';
import classes from './photo-strip.module.css';

interface PhotoStripProps {
  readonly photos: Slots;
  /** The slot being taken, null while the camera is off. */
  readonly current: number | null;
  readonly onRetake: ((slot: number) => void) | null;
}

/** Shows the photos with the verdict of the quality check and a retake button each. */
export function PhotoStrip({ photos, current, onRetake }: PhotoStripProps) {
  const { t } = useTranslation('registration');
  return (
    <ol className={classes.strip} data-small={current !== null} aria-label={t('photos.label')}>
      {photos.map((photo, slot) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
        <li key={slot} className={classes.slot}>
          <div className={classes.frame} data-current={current === slot}>
            {photo ? <img src={photo.jpeg} alt={t('photos.photo', { number: slot + 1 })} /> : slot + 1}
          </div>
          {photo ? <VerdictLine verdict={photo.verdict} /> : null}
          {photo && onRetake ? (
            <Button
              variant="default"
              px="xs"
              aria-label={t('photos.retakeOne', { number: slot + 1 })}
              onClick={() => onRetake(slot)}
            >
              {t('photos.retake')}
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function VerdictLine({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('registration');
  const { kind } = verdict;
  const icon = {
    checking: <Loader size={14} aria-hidden />,
    good: <IconCheck size={16} stroke={2.5} aria-hidden />,
    poor: <IconAlertTriangle size={16} aria-hidden />,
    unknown: <IconMinus size={16} aria-hidden />,
  }[kind];
  return (
    <p className={classes.verdict} data-kind={kind} role="status">
      {icon}
      <span>{kind === 'poor' ? verdict.text : t(`photos.${kind}`)}</span>
    </p>
  );
}
