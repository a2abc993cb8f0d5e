import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/api-error.ts';
import { useIsOpen, useOpenSignal } from '../../lib/api/attempt.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import { toast } from '../../lib/toast.tsx';
import type { FaceSubject } from './enrolment.reducer.ts';
import { type CaptureMode, outcomeOf, PHOTOS } from './face-capture.reducer.ts';

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
  const signal = useOpenSignal();
  return useMutation({
    mutationFn: (image: string) =>
      answer(api.admin['check-face-detection'].$post({ json: { image } }, { init: { signal: signal() } })),
    meta: { quiet: true },
  });
}

/** The person's consents, and the text to agree to. */
export function useConsentOf(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'consents', id],
    queryFn: ({ signal }) => answer(api.admin.users[':id'].consent.$get({ param: { id } }, until(signal))),
  });
}

export interface NewConsent {
  readonly given_by: string;
  readonly method: 'paper' | 'digital';
  /** Today where it is left out. */
  readonly agreed_on?: string;
  readonly version: string;
}

export function useNoteConsent(id: string) {
  const api = useApi();
  const { t } = useTranslation('registration');
  return useMutation({
    mutationFn: (json: NewConsent) => answer(api.admin.users[':id'].consent.$post({ param: { id }, json })),
    onSuccess: useInvalidate('profile', 'people'),
    meta: { fallback: t('consent.failed') },
  });
}

export function useOwnConsent() {
  const api = useApi();
  return useQuery({
    queryKey: ['profile', 'my-consent'],
    queryFn: ({ signal }) => answer(api.user.consent.$get({}, until(signal))),
  });
}

export function useAgree() {
  const api = useApi();
  const { t } = useTranslation('registration');
  return useMutation({
    mutationFn: (version: string) => answer(api.user.consent.$post({ json: { version } })),
    onSettled: useInvalidate('profile', 'people'),
    meta: { fallback: t('consent.failed') },
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
 * changes nothing, and of oneself the call that a demo allows. It runs to the end even when the window is closed. Of photos
 * that are sent one by one, one is enough: a call that fails does not undo those that were accepted.
 */
export function useUploadFace(mode: CaptureMode, isOwn: boolean) {
  const api = useApi();
  const { t, i18n } = useTranslation('registration');
  const isOpen = useIsOpen();
  return useMutation({
    mutationFn: async ({ subject, photos, lookAlikeOf, onDone }: FaceUpload) => {
      if (isOwn) return [await answer(api.user['register-face'].$post({ json: { images: [...photos] } }))];
      const user = { user_id: subject.id, ...(lookAlikeOf ? { look_alike_of: lookAlikeOf } : {}) };
      if (mode === 'burst') {
        const json = { ...user, images: [...photos] };
        return [await answer(api.admin['capture-face'].$post({ json }))];
      }
      const answers = [];
      let failure: unknown = null;
      for (const [index, photo] of photos.entries()) {
        if (index > 0) await new Promise((wake) => setTimeout(wake, UPLOAD_SPACING_MS));
        const json = { ...user, name: subject.name, image: base64Of(photo) };
        try {
          answers.push(await answer(api.admin['scan-face'].$post({ json })));
        } catch (error) {
          failure = error;
        }
        onDone(index + 1);
      }
      if (failure !== null && !answers.some(({ success }) => success)) throw failure;
      return answers;
    },
    onSuccess: (answers, { subject }) => {
      if (isOpen.current) return;
      const outcome = outcomeOf(answers, t('faceFailed'));
      if (outcome.kind === 'refused') toast('error', outcome.failure.text, subject.name);
      else toast('success', t('faceRegistered', { accepted: outcome.accepted, of: PHOTOS }), subject.name);
    },
    onError: (error, { subject }) => {
      if (!isOpen.current) toast('error', errorText(error, i18n, t('faceFailed')), subject.name);
    },
    onSettled: useInvalidate('people', 'attendance'),
    // The window shows the failure beside the photos; once it is closed, a message does.
    meta: { quiet: true },
  });
}
