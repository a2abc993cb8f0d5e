import { answerReadiness } from './answer-readiness.ts';
import { openDialog, type Screen } from './open-screen.ts';

const share = (hits: number, trials: number, low: number, high: number) => ({ hits, trials, low, high });

/** A school of 640 people in its second term. */
const INSTALLATION = {
  at: '2026-11-13T09:00:00Z',
  ages: 'from_12',
  people: 640,
  surveyed: 640,
  has_cohort: true,
  nearest: [0, 0, 0, 2, 18, 96, 214, 201, 82, 21, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0],
  closest: [
    {
      people: [
        { id: 'STU014', name: 'Priya Nair' },
        { id: 'STU051', name: 'Anika Nair' },
      ],
      score: 0.71,
      confused: true,
      declared: false,
    },
    {
      people: [
        { id: 'STU007', name: 'Daniel Osei' },
        { id: 'STU022', name: 'Samuel Osei' },
      ],
      score: 0.58,
      confused: false,
      declared: true,
    },
    {
      people: [
        { id: 'STU033', name: 'Maximiliane Schneider-Oberhausen' },
        { id: 'STU040', name: 'Lin Chen' },
      ],
      score: 0.49,
      confused: false,
      declared: false,
    },
  ],
  choices: [
    {
      ages: 'adults',
      false_claims: share(1, 408_960, 4e-7, 1.4e-5),
      wrong_names: share(1, 640, 0.0003, 0.0088),
      kept: share(22_810, 24_300, 0.936, 0.942),
    },
    {
      ages: 'from_12',
      false_claims: share(2, 408_960, 1.3e-6, 1.8e-5),
      wrong_names: share(1, 640, 0.0003, 0.0088),
      kept: share(24_300, 24_300, 0.9998, 1),
    },
    {
      ages: 'under_12',
      false_claims: share(6, 408_960, 6.7e-6, 3.2e-5),
      wrong_names: share(3, 640, 0.0016, 0.0137),
      kept: share(24_300, 24_300, 0.9998, 1),
    },
  ],
  proposed: null,
  missing: { people: 3198, check_ins: 0 },
  accepted: {
    count: 24_300,
    scores: [0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 210, 860, 2400, 5100, 7300, 5600, 2300, 450, 40, 0],
  },
  refusals: [
    { reason: 'not_you', hour: 7, evidence: 'network', count: 210 },
    { reason: 'not_you', hour: 8, evidence: 'network', count: 120 },
    { reason: 'step_not_seen', hour: 7, evidence: 'code', count: 96 },
    { reason: 'not_live', hour: 13, evidence: 'device', count: 31 },
    { reason: 'seen_before', hour: 13, evidence: null, count: 3 },
  ],
  evidence: [
    { evidence: 'network', count: 19_100 },
    { evidence: 'code', count: 4900 },
    { evidence: 'device', count: 300 },
  ],
  corrected: 2,
  renewals: [
    { id: 'STU002', name: 'Amara Diallo', reason: 'drifting', months: 9 },
    { id: 'STU019', name: 'Jonas Weber', reason: 'weak', months: 2 },
    { id: 'STU030', name: 'Leila Haddad', reason: 'old', months: 14 },
  ],
  trials: [
    { attack: 'phone_film', tries: 10, passed: 0, at: '2026-10-02T10:00:00.000Z' },
    { attack: 'printed_photo', tries: 10, passed: 1, at: '2026-10-02T10:00:00.000Z' },
  ],
};

/** What a face check proves, and how good this installation is. */
export const TRUST_SCREENS: readonly Screen[] = [
  {
    name: 'settings-quality',
    path: '/settings/quality',
    as: 'admin',
    prepare: (page) =>
      page.route('**/api/admin/installation', (route) => route.fulfill({ json: INSTALLATION })),
  },
  {
    name: 'user-mark-code',
    path: '/dashboard',
    as: 'user',
    prepare: (page) => answerReadiness(page, 'join_network_or_enter_code'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Mark Attendance' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'today-code',
    path: '/today',
    as: 'admin',
    act: (page) => openDialog(page, 'Show code'),
  },
];
