import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PictureFace } from './class-attendance.queries.ts';
import classes from './class-picture.module.css';
import type { PictureState } from './class-picture.reducer.ts';

type Shown = Extract<PictureState, { step: 'looking' | 'seen' }>;

/** The picture with a thin frame around each face. The words below it say the same for those who cannot see it. */
export function ClassPicture({ state }: { state: Shown }) {
  const { t } = useTranslation('classes');
  return (
    <div className={classes.picture}>
      <img src={state.image} alt={t('photo.alt')} />
      {state.step === 'looking' ? (
        <div className={classes.looking} role="status">
          <Loader color="gray" aria-hidden />
          {t('photo.looking')}
        </div>
      ) : (
        state.picture.faces.map((face, index) => (
          <FaceFrame
            // Faces have no identity beyond their place in one picture.
            key={`${face.box.x}-${face.box.y}`}
            face={face}
            number={index + 1}
            size={state.picture}
            said={state.choices[index]}
          />
        ))
      )}
    </div>
  );
}

interface FaceFrameProps {
  readonly face: PictureFace;
  readonly number: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly said: string | null | undefined;
}

function FaceFrame({ face, number, size, said }: FaceFrameProps) {
  const { t } = useTranslation('classes');
  const { box, outcome } = face;
  const person = face.person ?? face.candidates.find(({ user_id }) => user_id === said);
  const label = person
    ? person.name
    : t(outcome === 'unsure' && said === undefined ? 'photo.faceUnsure' : 'photo.faceUnknown', { number });
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
