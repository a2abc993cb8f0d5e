import { AppError } from '../../kernel/errors.ts';
import type { InstallationKeys, MasterKey, MasterKeyState } from '../face.ports.ts';

/** Compares the master keys a server has with the fingerprint that the database records. */
export function masterKeyState(keys: readonly MasterKey[], expected: string | null): MasterKeyState {
  const [first] = keys;
  if (first === undefined) return { kind: 'missing', expected };
  const fitting = expected === null ? first : keys.find(({ id }) => id === expected);
  if (fitting) return { kind: 'ok', id: fitting.id };
  return { kind: 'mismatch', id: first.id, expected: expected ?? '' };
}

/** One sentence for the log, the administrators' page and the command line; null when all is well. */
export function describeKeyProblem(state: MasterKeyState): string | null {
  const cure =
    'Put it back with "rollcall keys import FILE", or set TEMPLATE_KEY. If it is lost forever, start again with "rollcall keys reset --forget-faces".';
  switch (state.kind) {
    case 'ok':
      return null;
    case 'missing':
      return `The master key for face data${named(state.expected)} is not here, so no one is recognized by face. ${cure}`;
    case 'unreadable':
      return `The file of the master key${named(state.expected)} contains no key, so no one is recognized by face. ${cure}`;
    case 'mismatch':
      return `The master key here is ${state.id}, but the database needs ${state.expected}. Faces locked with that key are not recognized, and none can be registered. Restart this server if the key was rotated while it ran. ${cure}`;
  }
}

const named = (id: string | null) => (id === null ? '' : ` (${id})`);

/** Master keys of one installation. `current` fails unless the state is `ok`: nothing is sealed with a wrong key. */
export function createInstallationKeys(
  keys: readonly MasterKey[],
  atStart: MasterKeyState,
  /** Retired keys: they open what was sealed with them and seal nothing. */
  retired: readonly MasterKey[] = [],
): InstallationKeys {
  let state = atStart;
  return {
    state: () => state,
    compareWith: (expected) => {
      if (keys.length > 0) state = masterKeyState(keys, expected);
    },
    current: () => {
      const now = state;
      const current = now.kind === 'ok' ? keys.find(({ id }) => id === now.id) : undefined;
      if (current) return current;
      const problem = describeKeyProblem(now);
      throw new AppError(now.kind === 'mismatch' ? 'face_key_mismatch' : 'face_key_missing', {
        ...(problem === null ? {} : { message: problem }),
      });
    },
    byId: (id) => [...keys, ...retired].find((key) => key.id === id) ?? null,
  };
}
