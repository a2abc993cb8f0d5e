import { Button, FileButton, SegmentedControl } from '@mantine/core';
import type { MarkStatus } from '@rollcall/core/classes/classes.types';
import { MAX_IMAGE_PIXELS } from '@rollcall/core/faces/images/image-file.rules';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/layout/card.tsx';
import { toast } from '../../../lib/toast.tsx';
import { useIdentify } from '../attendance/class-attendance.queries.ts';
import classes from './class-photo.module.css';
import { NO_PHOTO, photoReducer } from './class-photo.reducer.ts';
import { ClassPhoto, PhotoFindings } from './class-photo.tsx';

/** Keeps the JSON body of a data URL below the server's limit of 8 MB. */
const MAX_CHARACTERS = 7_500_000;
const QUALITIES = [0.92, 0.8, 0.6];

/** Scale factor that brings a photo within the server's pixel limit; 1 if it already fits. */
const scaleFor = (width: number, height: number): number =>
  Math.min(1, Math.sqrt(MAX_IMAGE_PIXELS / (width * height)));

/**
 * Reads a photo file as an upright JPEG data URL within the server's limits, without EXIF data (place,
 * device). Returns null if the browser cannot decode the file.
 */
async function readPhoto(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const scale = scaleFor(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(bitmap.width * scale);
    canvas.height = Math.floor(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const jpeg = canvas.toDataURL('image/jpeg', quality);
      if (jpeg.length <= MAX_CHARACTERS) return jpeg;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

const ClassCamera = lazy(() => import('./class-camera.tsx').then((m) => ({ default: m.ClassCamera })));

interface PhotoPanelProps {
  readonly classId: number;
  /** Starts with the camera instead of a file. */
  readonly withCamera: boolean;
  /** Called when the photo and its identified faces are shown. */
  readonly onIdentified: () => void;
  /** Called when an unsure face is assigned to a student; `status` is null when that is undone. */
  readonly onAssigned: (userId: string, status: MarkStatus | null) => void;
}

/** Takes a photo of the class from a file or a camera and shows who was identified in it. */
export function PhotoPanel({ classId, withCamera, onIdentified, onAssigned }: PhotoPanelProps) {
  const { t } = useTranslation('classes');
  const [source, setSource] = useState<'upload' | 'camera'>(withCamera ? 'camera' : 'upload');
  const [state, dispatch] = useReducer(photoReducer, NO_PHOTO);
  const identify = useIdentify(classId);
  const chosen = useRef<File | null>(null);
  const resetFile = useRef<() => void>(null);

  const identifyPhoto = (image: string) => {
    dispatch({ type: 'chosen', image });
    identify.mutate(image, {
      onSuccess: (photo) => {
        dispatch({ type: 'identified', image, photo });
        onIdentified();
      },
      onError: () => dispatch({ type: 'failed', image }),
    });
  };
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    // The file chosen last counts, however long an earlier one takes to read.
    chosen.current = file;
    const image = await readPhoto(file);
    if (chosen.current !== file) return;
    if (image) identifyPhoto(image);
    else {
      dispatch({ type: 'unreadable' });
      toast('error', t('photo.unreadable'));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const assign = (face: number, user: string | null) => {
    dispatch({ type: 'assigned', face, user });
    if (user && state.step === 'identified') onAssigned(user, state.photo.seen_as);
  };
  const unassign = (face: number) => {
    const user = state.step === 'identified' ? state.assignments[face] : null;
    if (user) onAssigned(user, null);
    dispatch({ type: 'unassigned', face });
  };

  const isShown = state.step === 'identifying' || state.step === 'identified';
  return (
    <Card title={t('photo.title')} hint={t('photo.hint')} className={classes.panel}>
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
      {isShown ? <ClassPhoto state={state} /> : null}
      {state.step === 'identified' ? (
        <PhotoFindings
          photo={state.photo}
          assignments={state.assignments}
          onAssign={assign}
          onUnassign={unassign}
        />
      ) : null}
      {source === 'upload' ? (
        <FileButton
          resetRef={resetFile}
          onChange={(file) => {
            // So that choosing the same file again fires a change event.
            resetFile.current?.();
            void open(file);
          }}
          accept="image/jpeg,image/png,image/webp"
        >
          {(props) =>
            isShown ? (
              <Button {...props} variant="default" disabled={state.step === 'identifying'}>
                {t('photo.another')}
              </Button>
            ) : (
              // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
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
              disabled={state.step === 'identifying'}
              onClick={() => dispatch({ type: 'cleared' })}
            >
              {t('photo.again')}
            </Button>
          ) : (
            <ClassCamera onPhoto={identifyPhoto} />
          )}
        </Suspense>
      )}
    </Card>
  );
}
