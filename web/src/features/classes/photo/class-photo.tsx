import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IdentifiedPhoto, PhotoFace } from '../attendance/class-attendance.queries.ts';
import classes from './class-photo.module.css';
import type { PhotoState } from './class-photo.reducer.ts';

type Shown = Extract<PhotoState, { step: 'identifying' | 'identified' }>;

/** Shows the photo with a frame around each face. PhotoFindings describes the faces for screen readers. */
export function ClassPhoto({ state }: { state: Shown }) {
  const { t } = useTranslation('classes');
  return (
    <div className={classes.photo}>
      <img src={state.image} alt={t('photo.alt')} />
      {state.step === 'identifying' ? (
        <div className={classes.identifying} role="status">
          <Loader color="gray" aria-hidden />
          {t('photo.looking')}
        </div>
      ) : (
        state.photo.faces.map((face, index) => (
          <FaceFrame
            // A face has no id; its position in the photo is unique.
            key={`${face.box.x}-${face.box.y}`}
            face={face}
            number={index + 1}
            size={state.photo}
            assigned={state.assignments[index]}
          />
        ))
      )}
    </div>
  );
}

interface FaceFrameProps {
  readonly face: PhotoFace;
  readonly number: number;
  readonly size: { readonly width: number; readonly height: number };
  /** Undefined until somebody decided; null for none of the candidates. */
  readonly assigned: string | null | undefined;
}

function FaceFrame({ face, number, size, assigned }: FaceFrameProps) {
  const { t } = useTranslation('classes');
  const { box, outcome } = face;
  const person = face.person ?? face.candidates.find(({ user_id }) => user_id === assigned);
  const label = person
    ? person.name
    : t(outcome === 'unsure' && assigned === undefined ? 'photo.faceUnsure' : 'photo.faceUnknown', {
        number,
      });
  const percent = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return (
    <div
      className={classes.face}
      aria-hidden="true"
      data-outcome={person ? 'named' : outcome}
      data-face-of={person?.user_id}
      style={{
        left: percent(box.x, size.width),
        top: percent(box.y, size.height),
        width: percent(box.width, size.width),
        height: percent(box.height, size.height),
      }}
    >
      <span>{label}</span>
    </div>
  );
}

interface PhotoFindingsProps {
  readonly photo: IdentifiedPhoto;
  readonly assignments: Readonly<Record<number, string | null>>;
  readonly onAssign: (face: number, userId: string | null) => void;
  readonly onUnassign: (face: number) => void;
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

/** Describes the faces of a photo as text and asks who the unsure ones are. */
export function PhotoFindings({ photo, assignments, onAssign, onUnassign }: PhotoFindingsProps) {
  const { t } = useTranslation('classes');
  const { faces, not_compared } = photo;
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
        const assigned = assignments[index];
        if (assigned !== undefined) {
          const name =
            face.candidates.find(({ user_id }) => user_id === assigned)?.name ?? t('photo.neither');
          return (
            <p key={number} className={classes.assigned}>
              {t('photo.chosen', { number, name })}
              <Button variant="subtle" size="compact-md" mih={44} onClick={() => onUnassign(index)}>
                {t('photo.change')}
              </Button>
            </p>
          );
        }
        return (
          <fieldset key={number} className={classes.question}>
            <legend>{t(face.candidates.length > 1 ? 'photo.unsure' : 'photo.unsureOne', { number })}</legend>
            {face.candidates.map(({ user_id, name }) => (
              <Button key={user_id} variant="light" onClick={() => onAssign(index, user_id)}>
                {name}
              </Button>
            ))}
            <Button variant="default" onClick={() => onAssign(index, null)}>
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
