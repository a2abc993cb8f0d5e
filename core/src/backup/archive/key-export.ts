import type { MasterKey, MasterKeys, WrappedKey } from '../../faces/face.ports.ts';
import type { RandomSource } from '../../kernel/random.ts';
import { ArchiveError } from './archive-error.ts';
import { fromHex, type KeyNeeds, toHex } from './archive-key.ts';
import { openFile, sealFile } from './sealed-file.ts';

/** Master and face keys. Never part of a backup: destroying a key must make its data unreadable there too. */
export interface KeyExport {
  readonly master: readonly MasterKey[];
  readonly faces: readonly { readonly personId: number; readonly key: WrappedKey }[];
}

/** The JSON content of the file. */
interface KeyFile {
  readonly master: readonly { readonly id: string; readonly bytes: string }[];
  readonly faces: readonly { readonly person: number; readonly master: string; readonly wrapped: string }[];
}

/** The current master key, every older one that still wraps a face key, and all face keys. */
export function collectKeys(keys: MasterKeys, faces: KeyExport['faces']): KeyExport {
  const wrappers = new Set([keys.current().id, ...faces.map(({ key }) => key.masterKeyId)]);
  return { master: [...wrappers].flatMap((id) => keys.byId(id) ?? []), faces };
}

export function sealKeys(
  needs: KeyNeeds & { readonly random: RandomSource },
  { master, faces }: KeyExport,
  about: {
    readonly institution: string;
    readonly demo: boolean;
    readonly at: Date;
    readonly passphrase: string;
  },
): AsyncIterable<Uint8Array> {
  const file: KeyFile = {
    master: master.map(({ id, bytes }) => ({ id, bytes: toHex(bytes) })),
    faces: faces.map(({ personId, key }) => ({
      person: personId,
      master: key.masterKeyId,
      wrapped: toHex(key.wrappedKey),
    })),
  };
  const head = {
    format: 'rollcall-keys' as const,
    schema: 0,
    institution: about.institution,
    demo: about.demo,
    createdAt: about.at.toISOString(),
    counts: { master_keys: master.length, face_keys: faces.length },
  };
  const content = (async function* () {
    yield new TextEncoder().encode(JSON.stringify(file));
  })();
  return sealFile(needs, head, { by: 'passphrase', passphrase: about.passphrase }, content);
}

export async function openKeys(
  needs: KeyNeeds,
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<KeyExport> {
  const { content } = await openFile(needs, chunks, { format: 'rollcall-keys', passphrase });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of content) text += decoder.decode(chunk, { stream: true });
  try {
    const { master, faces } = JSON.parse(text) as KeyFile; // authenticated by the seal, so written by this program
    return {
      master: master.map(({ id, bytes }) => ({ id, bytes: fromHex(bytes) })),
      faces: faces.map(({ person, master: masterKeyId, wrapped }) => ({
        personId: person,
        key: { masterKeyId, wrappedKey: fromHex(wrapped) },
      })),
    };
  } catch (cause) {
    throw new ArchiveError('damaged', { cause });
  }
}

/** Adds the master keys of a key export to our own. */
export const combineMasterKeys = (keys: MasterKeys, others: readonly MasterKey[]): MasterKeys => ({
  current: keys.current,
  byId: (id) => keys.byId(id) ?? others.find((key) => key.id === id) ?? null,
});

export function keysByPerson(faces: KeyExport['faces']): Map<number, WrappedKey[]> {
  const keys = new Map<number, WrappedKey[]>();
  for (const { personId, key } of faces) keys.set(personId, [...(keys.get(personId) ?? []), key]);
  return keys;
}

/** The fingerprint of the present master key; null where it is lost, which a restore without faces survives. */
export function currentKeyId(keys: MasterKeys): string | null {
  try {
    return keys.current().id;
  } catch {
    return null;
  }
}
