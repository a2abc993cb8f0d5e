import { EVIDENCE_DEMANDS, type EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';

/** What can be chosen. Kiosks cannot be set up yet, so that demand is offered only where it is in force. */
export const offeredDemands = (current: EvidenceDemand | null): readonly EvidenceDemand[] =>
  EVIDENCE_DEMANDS.filter((demand) => demand !== 'kiosk' || demand === current);

export const toDemand = (value: string | null): EvidenceDemand | undefined =>
  EVIDENCE_DEMANDS.find((each) => each === value);
