import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';
import type { FaceSubject } from './face-capture.types.ts';

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
  const queryClient = useQueryClient();
  const { t } = useTranslation('registration');
  return useMutation({
    mutationFn: (json: NewUser) => answer(api.admin.register.$post({ json })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['people'] }),
        queryClient.invalidateQueries({ queryKey: ['stats'] }),
      ]),
    meta: { fallback: t('failed'), errorTitle: t('failedTitle') },
  });
}

/** Between two photos, so that a slow server is not met by three at once. */
const UPLOAD_SPACING_MS = 500;

/** Says whether a photo would do; nothing is kept. */
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
  readonly onDone: (done: number) => void;
}

/** Bare base64, as the specification sends it. */
const bare = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1);

/**
 * One call per photo. It runs to its end even when the window is closed meanwhile: half of a face is worse
 * than either.
 */
export function useUploadFace() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ subject, photos, lookAlikeOf, onDone }: FaceUpload) => {
      const answers = [];
      for (const [index, photo] of photos.entries()) {
        if (index > 0) await new Promise((wake) => setTimeout(wake, UPLOAD_SPACING_MS));
        const json = {
          image: bare(photo),
          user_id: subject.id,
          name: subject.name,
          ...(lookAlikeOf ? { look_alike_of: lookAlikeOf } : {}),
        };
        answers.push(await answer(api.admin['scan-face'].$post({ json })));
        onDone(index + 1);
      }
      return answers;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
    meta: { quiet: true },
  });
}
