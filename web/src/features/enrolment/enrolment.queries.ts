import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import type { FaceSubject } from './enrolment.reducer.ts';
import type { CaptureMode } from './face-capture.reducer.ts';

export interface NewUser {
  readonly name: string;
  readonly user_id: string;
  readonly username: string;
  readonly password: string;
  readonly type: RegistrableKind;
  readonly class_section: string | null;
}

export function useRegisterUser() {
  const api = useApi();
  const { t } = useTranslation('registration');
  return useMutation({
    mutationFn: (json: NewUser) => answer(api.admin.register.$post({ json })),
    onSuccess: useInvalidate('people', 'stats'),
    meta: { fallback: t('failed'), errorTitle: t('failedTitle') },
  });
}

/** Checks the quality of a photo on the server, which stores nothing. */
export function useCheckPhoto() {
  const api = useApi();
  return useMutation({
    mutationFn: (image: string) => answer(api.admin['check-face-detection'].$post({ json: { image } })),
    meta: { quiet: true },
  });
}

export interface FaceUpload {
  readonly subject: FaceSubject;
  readonly photos: readonly string[];
  readonly lookAlikeOf: string | null;
  /** Called with the number of photos sent so far, where they are sent one by one. */
  readonly onDone: (done: number) => void;
}

/** Pause between two photos, so that a slow server does not get three at once. */
const UPLOAD_SPACING_MS = 500;

/** The base64 part of a data URL, as the specification's scan-face call wants it. */
const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1);

/**
 * Sends the photos: in `countdown` mode one call per photo, in `burst` mode one call that replaces the stored face or
 * changes nothing. It runs to the end even when the window is closed, so that no face is registered by halves.
 */
export function useUploadFace(mode: CaptureMode) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ subject, photos, lookAlikeOf, onDone }: FaceUpload) => {
      const user = { user_id: subject.id, ...(lookAlikeOf ? { look_alike_of: lookAlikeOf } : {}) };
      if (mode === 'burst') {
        const json = { ...user, images: [...photos] };
        return [await answer(api.admin['capture-face'].$post({ json }))];
      }
      const answers = [];
      for (const [index, photo] of photos.entries()) {
        if (index > 0) await new Promise((wake) => setTimeout(wake, UPLOAD_SPACING_MS));
        const json = { ...user, name: subject.name, image: base64Of(photo) };
        answers.push(await answer(api.admin['scan-face'].$post({ json })));
        onDone(index + 1);
      }
      return answers;
    },
    onSettled: useInvalidate('people'),
    // The window shows the failure beside the photos.
    meta: { quiet: true },
  });
}
