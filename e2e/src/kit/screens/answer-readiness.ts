import type { Page } from 'playwright-core';

/** As of somebody whose face is registered, who has not arrived yet, and whose device lacks that proof of the place. */
export const answerReadiness = (page: Page, missing: 'join_network_or_enter_code' | null = null) =>
  page.route('**/api/user/mark-readiness', (route) =>
    route.fulfill({
      json: {
        date: '11_13_26',
        due: true,
        registered: true,
        allowed: true,
        may_register: false,
        attendance: null,
        place: { evidence: 'device', missing },
        renewal: null,
      },
    }),
  );
