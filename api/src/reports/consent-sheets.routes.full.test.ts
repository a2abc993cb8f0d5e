import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T04:00:00Z');
  await app.person('C-1', { name: 'Ada 漢字', class_section: 'B-10' });
  await app.person('C-2', { name: 'Ben', class_section: 'B-9' });
  await app.person('C-3', { name: 'Cem محمد', type: 'teacher' });
});
afterAll(() => app.close());

const make = async (body: object) => {
  const response = await app.app.request('/api/admin/consent-sheets', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await app.adminToken()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { response, bytes, pages: bytes.match(/\/Type \/Page\b/g)?.length ?? 0 };
};
const asked = async (id: string) => (await app.admin('GET', `/admin/users/${id}/consent`)).body.asked;

describe('consent sheets', () => {
  it('are a PDF with a page for each person, once, in every language', async () => {
    for (const lang of ['en', 'de', 'ar']) {
      const { response, bytes, pages } = await make({ lang, user_ids: ['C-1', 'C-2', 'C-3', 'C-1'] });
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(bytes.startsWith('%PDF')).toBe(true);
      expect(pages).toBe(3);
    }
  });

  it('go on on further pages with a long text, whose end stays with the signature', async () => {
    const { body: before } = await app.admin('GET', '/admin/privacy-settings');
    const long = { ...before, consent_version: 'long', consent_text: 'A long paragraph. '.repeat(600) };
    expect((await app.admin('PUT', '/admin/privacy-settings', long)).status).toBe(200);
    expect((await make({ user_ids: ['C-1', 'C-2'] })).pages).toBeGreaterThan(4);
    await app.admin('PUT', '/admin/privacy-settings', before);
  });

  it('are recorded as asked for: when, by whom and to which text', async () => {
    await app.person('C-4');
    expect(await asked('C-4')).toBeNull();
    app.clock.set('2026-03-03T05:00:00Z');
    await make({ user_ids: ['C-4'] });
    expect(await asked('C-4')).toEqual({ at: '2026-03-03T05:00:00.000Z', by: 'Administrator' });
    const { entries } = (await app.admin('GET', '/admin/audit?action=consent_asked&about=C-4')).body;
    const { body: settings } = await app.admin('GET', '/admin/privacy-settings');
    expect(entries.map(({ detail }: { detail: object }) => detail)).toEqual([
      { text_version: settings.consent_version },
    ]);
    // Asking is not agreeing.
    expect((await app.admin('GET', '/admin/users/C-4/consent')).body.consents).toEqual([]);
  });

  it('are refused as a whole for somebody who does not exist, and nobody is recorded as asked', async () => {
    await app.person('C-5');
    expect((await make({ user_ids: ['C-5', 'NOBODY'] })).response.status).toBe(404);
    expect((await make({ user_ids: [] })).response.status).toBe(400);
    expect(await asked('C-5')).toBeNull();
  });
});
