/**
 * Where the picture of a check-in came from, and what else shows that the person is there. A kiosk's camera is the
 * institution's own; the others are pictures that somebody's own device sent.
 */
export const EVIDENCE = ['kiosk', 'network_and_code', 'network', 'code', 'device'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** What an institution asks for before a face counts, the strictest first. */
export const EVIDENCE_DEMANDS = [
  'kiosk',
  'network_and_code',
  'network',
  'code',
  'network_or_code',
  'device',
] as const;
export type EvidenceDemand = (typeof EVIDENCE_DEMANDS)[number];

/** What somebody's device can show besides a face. */
export interface PlaceProof {
  /** The request came from one of the institution's networks. */
  readonly network: boolean;
  /** The person entered the code that was shown at the place. */
  readonly code: boolean;
}
