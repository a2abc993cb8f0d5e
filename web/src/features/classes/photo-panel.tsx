import { Button, FileButton, SegmentedControl } from '@mantine/core';
import type { MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { toast } from '../../lib/toast.tsx';
import classes from './class-attendance.module.css';
import { useIdentify } from './class-attendance.queries.ts';
import { NO_PICTURE, pictureReducer } from './class-picture.reducer.ts';
import { ClassPicture } from './class-picture.tsx';
import { PictureFindings } from './picture-findings.tsx';
import { readPhoto } from './read-photo.ts';

const ClassCamera = lazy(() => import('./class-camera.tsx').then((m) => ({ default: m.ClassCamera })));

interface PhotoPanelProps {
  readonly classId: number;
  /** A picture with its faces is on the screen. */
  readonly onSeen: () => void;
  /** Somebody said who an unsure face is, or took it back. */
  readonly onSaid: (userId: string, status: MarkStatus | null) => void;
}

/** A photo of the class, from a file or a camera, and who is on it. */
export function PhotoPanel({ classId, onSeen, onSaid }: PhotoPanelProps) {
  const { t } = useTranslation('classes');
  const [source, setSource] = useState<'upload' | 'camera'>('upload');
  const [state, dispatch] = useReducer(pictureReducer, NO_PICTURE);
  const identify = useIdentify(classId);

  const look = (image: string) => {
    dispatch({ type: 'chosen', image });
    identify.mutate(image, {
      onSuccess: (picture) => {
        dispatch({ type: 'seen', image, picture });
        onSeen();
      },
      onError: () => dispatch({ type: 'failed', image }),
    });
  };
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    const image = await readPhoto(file);
    if (image) look(image);
    else {
      dispatch({ type: 'unreadable' });
      toast('error', t('photo.unreadable'));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const say = (face: number, user: string | null) => {
    dispatch({ type: 'said', face, user });
    if (user && state.step === 'seen') onSaid(user, state.picture.seen_as);
  };
  const unsay = (face: number) => {
    const user = state.step === 'seen' ? state.choices[face] : null;
    if (user) onSaid(user, null);
    dispatch({ type: 'unsaid', face });
  };

  const isShown = state.step === 'looking' || state.step === 'seen';
  return (
    <Card title={t('photo.title')} hint={t('photo.hint')} className={classes.photo}>
      <SegmentedControl
        fullWidth
        aria-label={t('photo.source')}
        value={source}
        onChange={(value) => {
          setSource(value === 'camera' ? 'camera' : 'upload');
          dispatch({ type: 'cleared' });
        }}
        data={[
          { value: 'upload', label: t('photo.upload') },
          { value: 'camera', label: t('photo.camera') },
        ]}
      />
      {isShown ? <ClassPicture state={state} /> : null}
      {state.step === 'seen' ? (
        <PictureFindings picture={state.picture} choices={state.choices} onSay={say} onUnsay={unsay} />
      ) : null}
      {source === 'upload' ? (
        <FileButton onChange={(file) => void open(file)} accept="image/jpeg,image/png,image/webp">
          {(props) =>
            isShown ? (
              <Button {...props} variant="default" disabled={state.step === 'looking'}>
                {t('photo.another')}
              </Button>
            ) : (
              // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
              <div className={classes.drop} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
                <Button {...props} leftSection={<IconPhotoUp size={18} aria-hidden />}>
                  {t('photo.choose')}
                </Button>
                <span>{t('photo.drop')}</span>
              </div>
            )
          }
        </FileButton>
      ) : (
        <Suspense fallback={null}>
          {isShown ? (
            <Button
              variant="default"
              disabled={state.step === 'looking'}
              onClick={() => dispatch({ type: 'cleared' })}
            >
              {t('photo.again')}
            </Button>
          ) : (
            <ClassCamera onPicture={look} />
          )}
        </Suspense>
      )}
    </Card>
  );
}
