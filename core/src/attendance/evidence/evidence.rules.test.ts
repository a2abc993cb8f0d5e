import { describe, expect, it } from 'vitest';
import { allOf, evidenceOf, isEnough, missingProof } from './evidence.rules.ts';
import { EVIDENCE, EVIDENCE_DEMANDS, type EvidenceDemand } from './evidence.types.ts';

const PROOFS = [
  { network: false, code: false },
  { network: false, code: true },
  { network: true, code: false },
  { network: true, code: true },
];

describe('several demands at once', () => {
  it.each<[EvidenceDemand[], EvidenceDemand]>([
    [['device'], 'device'],
    [['device', 'code'], 'code'],
    [['network', 'code'], 'network_and_code'],
    [['network_or_code', 'network'], 'network'],
    [['network_or_code', 'device'], 'network_or_code'],
    [['kiosk', 'device', 'code'], 'kiosk'],
  ])('%j need %s', (demands, expected) => {
    expect(allOf(demands)).toBe(expected);
  });
});

describe('evidence of a check-in', () => {
  it('is called what it is', () => {
    expect(PROOFS.map(evidenceOf)).toEqual(['device', 'code', 'network', 'network_and_code']);
  });

  it('of a kiosk is enough everywhere, of a bare device only where nothing is asked', () => {
    for (const demand of EVIDENCE_DEMANDS) {
      expect(isEnough('kiosk', demand)).toBe(true);
      expect(isEnough('device', demand)).toBe(demand === 'device');
    }
  });

  it('with both proofs is enough wherever one of them is', () => {
    for (const demand of EVIDENCE_DEMANDS)
      if (isEnough('network', demand) || isEnough('code', demand))
        expect(isEnough('network_and_code', demand)).toBe(true);
  });

  it('that is not enough comes with what is missing, and only then', () => {
    for (const demand of EVIDENCE_DEMANDS)
      for (const proof of PROOFS)
        expect(missingProof(proof, demand) === null).toBe(isEnough(evidenceOf(proof), demand));
    expect(missingProof({ network: true, code: false }, 'network_and_code')).toBe('enter_code');
    expect(missingProof({ network: false, code: true }, 'network_and_code')).toBe('join_network');
  });

  it('is never more than a kiosk’s from a device', () => {
    for (const proof of PROOFS) expect(missingProof(proof, 'kiosk')).toBe('use_kiosk');
    expect(EVIDENCE.filter((evidence) => isEnough(evidence, 'kiosk'))).toEqual(['kiosk']);
  });
});
