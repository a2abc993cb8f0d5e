import type { ArchiveFacts, Brought } from './restore.queries.ts';

/** From a file in someone's hand to a restored institution. Nothing is written before `restoring`. */
export type RestoreState =
  | { readonly step: 'choose'; readonly refusal: unknown }
  | { readonly step: 'uploading'; readonly name: string }
  /** The file is locked with a passphrase that is not known yet, or was wrong. */
  | { readonly step: 'locked'; readonly brought: Brought; readonly refusal: unknown }
  | { readonly step: 'reading'; readonly brought: Brought }
  | {
      readonly step: 'read';
      readonly brought: Brought;
      readonly passphrase: string | null;
      readonly facts: ArchiveFacts;
      readonly refusal: unknown;
    }
  | {
      readonly step: 'restoring';
      readonly brought: Brought;
      readonly passphrase: string | null;
      readonly facts: ArchiveFacts;
    }
  | { readonly step: 'restored'; readonly facts: ArchiveFacts };

export type RestoreEvent =
  | { readonly type: 'chosen'; readonly name: string }
  | { readonly type: 'brought'; readonly brought: Brought }
  | { readonly type: 'unlock' }
  | { readonly type: 'read'; readonly facts: ArchiveFacts; readonly passphrase: string | null }
  | { readonly type: 'confirmed' }
  | { readonly type: 'restored'; readonly facts: ArchiveFacts }
  | { readonly type: 'refused'; readonly error: unknown }
  | { readonly type: 'startOver' };

export const START: RestoreState = { step: 'choose', refusal: null };

/** An event that does not fit the step came too late, and changes nothing. */
export function restoreReducer(state: RestoreState, event: RestoreEvent): RestoreState {
  switch (event.type) {
    case 'chosen':
      return state.step === 'choose' ? { step: 'uploading', name: event.name } : state;
    case 'brought': {
      if (state.step !== 'uploading') return state;
      const { brought } = event;
      return brought.needs_passphrase
        ? { step: 'locked', brought, refusal: null }
        : { step: 'reading', brought };
    }
    case 'unlock':
      return state.step === 'locked' ? { step: 'reading', brought: state.brought } : state;
    case 'read':
      return state.step === 'reading'
        ? {
            step: 'read',
            brought: state.brought,
            facts: event.facts,
            passphrase: event.passphrase,
            refusal: null,
          }
        : state;
    case 'confirmed': {
      if (state.step !== 'read') return state;
      const { brought, passphrase, facts } = state;
      return { step: 'restoring', brought, passphrase, facts };
    }
    case 'restored':
      return state.step === 'restoring' ? { step: 'restored', facts: event.facts } : state;
    case 'refused':
      return refused(state, event.error);
    case 'startOver':
      return state.step === 'restoring' ? state : START;
  }
}

/** Back to where something can be done about it. */
function refused(state: RestoreState, refusal: unknown): RestoreState {
  if (state.step === 'uploading') return { step: 'choose', refusal };
  if (state.step === 'reading')
    return state.brought.needs_passphrase
      ? { step: 'locked', brought: state.brought, refusal }
      : { step: 'choose', refusal };
  if (state.step === 'restoring') return { ...state, step: 'read', refusal };
  return state;
}
