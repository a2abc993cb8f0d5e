import { EVIDENCE_DEMANDS, type EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';

export const toDemand = (value: string | null): EvidenceDemand | undefined =>
  EVIDENCE_DEMANDS.find((each) => each === value);
