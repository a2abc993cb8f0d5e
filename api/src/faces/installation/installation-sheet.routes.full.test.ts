import { FACE_ALONE } from '@rollcall/core/attendance/evidence/evidence.rules';
import type { Actor } from '@rollcall/core/kernel/access';
import { LANGUAGES, type Language } from '@rollcall/core/kernel/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextSheet } from '../../reports/pdf/text-sheet-pdf.ts';
import { createScriptedEngine, enrolFace } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { INSTALLATION_SHEET_TEXTS } from './installation-sheet.texts.ts';
import { installationSheet, readSheetFacts } from './installation-sheet.ts';

const NAMES = ['Ada Quillfeather', 'Ben Zephyrson'];
const { en } = INSTALLATION_SHEET_TEXTS;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  for (const [index, name] of NAMES.entries()) {
    await app.person(`S-${index}`, { name });
    expect((await enrolFace(app, `S-${index}`, index)).status).toBe(200);
  }
});
afterAll(() => app.close());

/** Every text in an object, by its path; what takes figures is called with marks. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'function') return [[path, String(value('#', '#', '#'))]];
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

const owner = async (): Promise<Actor> => {
  const actor = await app.services.auth.authenticate(await app.adminToken(), '192.0.2.1');
  if (!actor) throw new Error('Nobody is signed in.');
  return actor;
};
const sheet = async (language: Language = 'en'): Promise<TextSheet> =>
  installationSheet(await readSheetFacts(app.services, await owner()), language);
const contentOf = (made: TextSheet): string =>
  textsIn(made)
    .map(([, text]) => text)
    .join('\n');
/** What stands beside a label. */
const factOf = ({ sections }: TextSheet, label: string): string | undefined =>
  sections
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : [])))
    .find(([each]) => each === label)?.[1];

describe('the texts of the document', () => {
  it('are the same in every language, and none is empty', () => {
    const paths = (language: Language) =>
      textsIn(INSTALLATION_SHEET_TEXTS[language]).map(([path, text]) =>
        text.trim() ? path : `${path} empty`,
      );
    for (const language of LANGUAGES) expect(paths(language)).toEqual(paths('en'));
    for (const [path, text] of textsIn(INSTALLATION_SHEET_TEXTS)) {
      expect([path, text]).not.toEqual([path, expect.stringMatching(/enrol|undefined/i)]);
      expect(text.trim().length, path).toBeGreaterThan(0);
    }
  });

  it('print every figure that they are given', () => {
    const figures = (language: Language) =>
      textsIn(INSTALLATION_SHEET_TEXTS[language]).map(([path, text]) => [path, text.split('#').length]);
    for (const language of LANGUAGES) expect(figures(language)).toEqual(figures('en'));
  });
});

describe('the document for a data protection officer or works council', () => {
  it('is a PDF of several pages in every language, with an entry in the audit log', async () => {
    for (const lang of LANGUAGES) {
      const response = await app.download(`/admin/installation/sheet?lang=${lang}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toContain('face-recognition-2026-03-02.pdf');
      const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect(bytes.startsWith('%PDF')).toBe(true);
      expect(bytes).toContain(`/Lang (${lang})`);
      expect(bytes.match(/\/Type \/Page\b/g)?.length ?? 0).toBeGreaterThan(4);
    }
    const { entries } = (await app.admin('GET', '/admin/audit?action=report_made')).body;
    expect(entries).toHaveLength(LANGUAGES.length);
    expect(entries.at(-1)).toMatchObject({ detail: { report: en.title, of: 'Test School', format: 'pdf' } });
  });

  it('is for administrators only', async () => {
    const { token } = await app.person('S-9');
    expect((await app.download('/admin/installation/sheet', token)).status).toBe(403);
  });

  it('names nobody', async () => {
    expect((await sheet()).sections.length).toBeGreaterThan(10);
    for (const language of LANGUAGES)
      for (const name of [...NAMES, 'Quillfeather', 'S-0', 'Administrator'])
        expect(contentOf(await sheet(language))).not.toMatch(new RegExp(`${name}\\b(?!s)`));
  });

  it('follows the settings of faces', async () => {
    await app.admin('POST', '/admin/face-settings', { liveness: 'always', ages: 'under_12' });
    const strict = await sheet();
    expect(factOf(strict, en.settings.liveness)).toBe(en.settings.policies.always);
    expect(factOf(strict, en.settings.ages)).toBe(en.settings.bands.under_12);
    await app.admin('POST', '/admin/face-settings', { liveness: 'off', ages: 'adults' });
    const open = await sheet();
    expect(factOf(open, en.settings.liveness)).toBe(en.settings.policies.off);
    expect(factOf(open, en.settings.ages)).toBe(en.settings.bands.adults);
    expect(contentOf(open)).toContain(en.assessment.deceptionMeasures(en.settings.policies.off));
  });

  it('follows consent and retention', async () => {
    const before = await sheet();
    expect(factOf(before, en.retention.faces)).toBe(en.noLimit);
    expect(contentOf(before)).toContain(en.purpose.isNotRequired);
    const { body } = await app.admin('GET', '/admin/privacy-settings');
    const rules = { templates_unused_days: 180, attendance_years: 3, audit_years: 2 };
    const wanted = { ...body, ...rules, consent_required: true, consent_version: '2027-a' };
    expect((await app.admin('PUT', '/admin/privacy-settings', wanted)).status).toBe(200);
    const after = await sheet();
    expect(factOf(after, en.retention.faces)).toBe('180');
    expect(factOf(after, en.retention.attendance)).toBe('3');
    expect(factOf(after, en.retention.audit)).toBe('2');
    expect(factOf(after, en.purpose.version)).toBe('2027-a');
    expect(contentOf(after)).toContain(en.purpose.isRequired);
    expect(contentOf(after)).toContain(en.stored.faceUntilUnused('180'));
    await app.admin('PUT', '/admin/privacy-settings', body);
  });

  it('says what a check-in must show, for each kind of person', async () => {
    await app.services.evidence.saveDemands(await owner(), { ...FACE_ALONE, teacher: 'network_and_code' });
    const rows = (await sheet()).sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])),
    );
    expect(rows).toContainEqual(['Student', en.settings.demands.device]);
    expect(rows).toContainEqual(['Teacher', en.settings.demands.network_and_code]);
  });

  it('has the published rates, and the figures of this installation', async () => {
    const before = contentOf(await sheet());
    expect(before).toContain(en.here.noTrials);
    expect(before).toContain(en.published.otherModel('scripted'));
    expect(before).toContain('2.9 (0.94–5.4)');
    const trial = { attack: 'printed_photo', tries: 20, passed: 1 };
    expect((await app.admin('POST', '/admin/attack-trials', trial)).status).toBe(200);
    const after = await sheet();
    expect(factOf(after, en.here.surveyed)).toBe('2');
    expect(factOf(after, en.here.wrongNames)).toMatch(/^0 \(95% interval: 0 to 660\)$/);
    expect(contentOf(after)).not.toContain(en.here.noTrials);
    expect(contentOf(after)).toContain('Printed photo\n20\n1\n2 March 2026');
    expect(contentOf(after)).toMatch(/People still needed: 3,8\d\d\./);
  });
});
