import type { ArchiveFacts, UploadedArchive } from './restore.queries.ts';

/** Steps of a restore. Nothing is written before `restoring`. */
export type RestoreState =
  | { readonly step: 'choose'; readonly refusal: unknown }
  | { readonly step: 'uploading'; readonly name: string }
  /** The archive needs a passphrase, or the last one was wrong. */
  | { readonly step: 'locked'; readonly archive: UploadedArchive; readonly refusal: unknown }
  | { readonly step: 'reading'; readonly archive: UploadedArchive }
  | {
      readonly step: 'read';
      readonly archive: UploadedArchive;
      readonly passphrase: string | null;
      readonly facts: ArchiveFacts;
      readonly refusal: unknown;
    }
  | {
      readonly step: 'restoring';
      readonly archive: UploadedArchive;
      readonly passphrase: string | null;
      readonly facts: ArchiveFacts;
    }
  | { readonly step: 'restored'; readonly facts: ArchiveFacts };

export type RestoreEvent =
  | { readonly type: 'chosen'; readonly name: string }
  | { readonly type: 'uploaded'; readonly archive: UploadedArchive }
  | { readonly type: 'unlock' }
  | { readonly type: 'read'; readonly facts: ArchiveFacts; readonly passphrase: string | null }
  | { readonly type: 'confirmed' }
  | { readonly type: 'restored'; readonly facts: ArchiveFacts }
  | { readonly type: 'refused'; readonly error: unknown }
  | { readonly type: 'startOver' };

export const START: RestoreState = { step: 'choose', refusal: null };

/** Events that do not fit the current step are late and change nothing. */
export function restoreReducer(state: RestoreState, event: RestoreEvent): RestoreState {
  switch (event.type) {
    case 'chosen':
      return state.step === 'choose' ? { step: 'uploading', name: event.name } : state;
    case 'uploaded': {
      if (state.step !== 'uploading') return state;
      const { archive } = event;
      return archive.needs_passphrase
        ? { step: 'locked', archive, refusal: null }
        : { step: 'reading', archive };
    }
    case 'unlock':
      return state.step === 'locked' ? { step: 'reading', archive: state.archive } : state;
    case 'read':
      return state.step === 'reading'
        ? {
            step: 'read',
            archive: state.archive,
            facts: event.facts,
            passphrase: event.passphrase,
            refusal: null,
          }
        : state;
    case 'confirmed': {
      if (state.step !== 'read') return state;
      const { archive, passphrase, facts } = state;
      return { step: 'restoring', archive, passphrase, facts };
    }
    case 'restored':
      return state.step === 'restoring' ? { step: 'restored', facts: event.facts } : state;
    case 'refused':
      return refused(state, event.error);
    case 'startOver':
      return state.step === 'restoring' ? state : START;
  }
}

/** Returns to the step in which the cause can be corrected. */
function refused(state: RestoreState, refusal: unknown): RestoreState {
  if (state.step === 'uploading') return { step: 'choose', refusal };
  if (state.step === 'reading')
    return state.archive.needs_passphrase
      ? { step: 'locked', archive: state.archive, refusal }
      : { step: 'choose', refusal };
  if (state.step === 'restoring') return { ...state, step: 'read', refusal };
  return state;
}
