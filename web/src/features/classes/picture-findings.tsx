import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './class-attendance.module.css';
import type { ClassPicture } from './class-attendance.queries.ts';

interface PictureFindingsProps {
  readonly picture: ClassPicture;
  readonly choices: Readonly<Record<number, string | null>>;
  readonly onSay: (face: number, userId: string | null) => void;
  readonly onUnsay: (face: number) => void;
}

const REASONS = [
  'too_small',
  'too_dark',
  'too_bright',
  'blurred',
  'turned_away',
  'covered',
  'cut_off',
] as const;

/** What the picture showed, in words, and the questions it leaves. */
export function PictureFindings({ picture, choices, onSay, onUnsay }: PictureFindingsProps) {
  const { t } = useTranslation('classes');
  const { faces, not_compared } = picture;
  const named = faces.filter(({ outcome }) => outcome === 'named').length;
  const unknown = faces.filter(({ outcome }) => outcome === 'unknown').length;
  return (
    <div className={classes.findings}>
      <p role="status">
        <strong>{t('photo.faces', { count: faces.length, named })}</strong>{' '}
        {unknown > 0 ? t('photo.unknown', { count: unknown }) : null}
      </p>
      {faces.map((face, index) => {
        const number = index + 1;
        if (face.outcome === 'unusable') {
          const reason = REASONS.find((each) => each === face.reason) ?? 'other';
          return <p key={number}>{t('photo.unusable', { number, reason: t(`photo.reasons.${reason}`) })}</p>;
        }
        if (face.outcome !== 'unsure') return null;
        const said = choices[index];
        if (said !== undefined) {
          const name = face.candidates.find(({ user_id }) => user_id === said)?.name ?? t('photo.neither');
          return (
            <p key={number} className={classes.said}>
              {t('photo.chosen', { number, name })}
              <Button variant="subtle" size="compact-md" mih={44} onClick={() => onUnsay(index)}>
                {t('photo.change')}
              </Button>
            </p>
          );
        }
        return (
          <fieldset key={number} className={classes.question}>
            <legend>{t(face.candidates.length > 1 ? 'photo.unsure' : 'photo.unsureOne', { number })}</legend>
            {face.candidates.map(({ user_id, name }) => (
              <Button key={user_id} variant="light" onClick={() => onSay(index, user_id)}>
                {name}
              </Button>
            ))}
            <Button variant="default" onClick={() => onSay(index, null)}>
              {t('photo.neither')}
            </Button>
          </fieldset>
        );
      })}
      {not_compared.length > 0 ? (
        <details>
          <summary>{t('photo.notCompared', { count: not_compared.length })}</summary>
          <ul>
            {not_compared.map(({ user_id, name, reason }) => (
              <li key={user_id}>
                {name} ({user_id}):{' '}
                {t(reason === 'no_consent' ? 'attendance.noConsent' : 'attendance.noFace')}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
