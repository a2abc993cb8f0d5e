import { describe, expect, it } from 'vitest';
import { summariseVisits } from './summarise.ts';
import { visitLike as visit } from './visit.fixture.ts';

describe('the figures of a rush', () => {
  it('tell the first try apart from the acknowledgement, and count who was sent away and came back', () => {
    const told = summariseVisits([
      visit({}),
      visit({ acknowledgedAt: 9400, firstMs: 20, tries: 3, refusals: 2 }),
      visit({ acknowledgedAt: null, word: 'gave up', tries: 5, refusals: 5, withoutRetryAfter: 1 }),
      visit({ means: 'own', acknowledgedAt: null, word: 'not_live', failures: ['500 no'] }),
    ]);
    expect(told).toMatchObject({
      people_who_came: 4,
      acknowledged: 2,
      not_acknowledged_by_word: { 'gave up': 1, not_live: 1 },
      calls: 10,
      refusals: { answers: 7, without_retry_after: 1, people: 2, came_back_and_were_served: 1 },
      failures: { '500 no': 1 },
      busiest_minute: { arrivals: 4, acknowledged: 2 },
    });
    expect(told.kiosk.first_try_ms).toMatchObject({ p50: 300, samples: 3 });
    expect(told.kiosk.to_acknowledgement_ms).toMatchObject({ max: 8400, samples: 2 });
    expect(told.own).toMatchObject({ people: 1, acknowledged: 0 });
  });

  it('are zero, and no fault, where nobody came', () => {
    expect(summariseVisits([])).toMatchObject({ people_who_came: 0, minutes: 0, calls: 0 });
  });
});
