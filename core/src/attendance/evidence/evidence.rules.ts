import type { RegistrableKind } from '../../people/people.types.ts';
import { EVIDENCE_DEMANDS, type Evidence, type EvidenceDemand, type PlaceProof } from './evidence.types.ts';

const ENOUGH: Readonly<Record<EvidenceDemand, readonly Evidence[]>> = {
  kiosk: ['kiosk'],
  network_and_code: ['kiosk', 'network_and_code'],
  network: ['kiosk', 'network_and_code', 'network'],
  code: ['kiosk', 'network_and_code', 'code'],
  network_or_code: ['kiosk', 'network_and_code', 'network', 'code'],
  device: ['kiosk', 'network_and_code', 'network', 'code', 'device'],
};

/** A face is enough, wherever it comes from: how institutions worked before, and a demo does. */
export const FACE_ALONE = {
  student: 'device',
  teacher: 'device',
  staff: 'device',
  employee: 'device',
} as const satisfies Record<RegistrableKind, EvidenceDemand>;

/** Whether the evidence of a check-in is enough for what is asked. */
export const isEnough = (evidence: Evidence, demand: EvidenceDemand): boolean =>
  ENOUGH[demand].includes(evidence);

/** What is needed where all of these are asked for: a network here and a code there are both. */
export function allOf(demands: readonly EvidenceDemand[]): EvidenceDemand {
  const isEnoughForAll = (evidence: Evidence) => demands.every((demand) => isEnough(evidence, demand));
  // The weakest that asks for no less than each of them.
  const fitting = EVIDENCE_DEMANDS.filter((demand) => ENOUGH[demand].every(isEnoughForAll));
  return fitting[fitting.length - 1] ?? 'kiosk';
}

/** What a picture from somebody's own device is worth. */
export function evidenceOf({ network, code }: PlaceProof): Evidence {
  if (network && code) return 'network_and_code';
  if (network) return 'network';
  return code ? 'code' : 'device';
}

/** What the person can do where the evidence is not enough; null where it is. */
export const MISSING_PROOFS = [
  'use_kiosk',
  'join_network',
  'enter_code',
  'join_network_or_enter_code',
] as const;
export type MissingProof = (typeof MISSING_PROOFS)[number];

/** What is missing, from what the device has shown so far. A code comes first: it can be typed in at once. */
export function missingProof(proof: PlaceProof, demand: EvidenceDemand): MissingProof | null {
  if (isEnough(evidenceOf(proof), demand)) return null;
  switch (demand) {
    case 'kiosk':
      return 'use_kiosk';
    case 'network':
      return 'join_network';
    case 'code':
      return 'enter_code';
    case 'network_and_code':
      return proof.code ? 'join_network' : 'enter_code';
    case 'network_or_code':
      return 'join_network_or_enter_code';
    case 'device':
      return null;
  }
}
