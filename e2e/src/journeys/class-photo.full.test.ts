import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInByApi } from '../kit/browser/sign-in.ts';
import { createApiClient } from '../kit/server/call-api.ts';
import { rowOf, setUpClassOfFour, uploadPhoto } from '../kit/server/class-of-four.ts';
import { CLASSMATES, PASSWORD } from '../kit/server/fixture-class.ts';
import { teacherJourney } from './teacher.journey.ts';

const school = setUpClassOfFour();

/** The dashboard's figures that change with an arrival: present and absent. */
async function presentAndAbsent(page: Page): Promise<[number, number]> {
  const figure = async (label: string) =>
    Number(
      await page.getByText(label, { exact: true }).locator('xpath=following-sibling::span[1]').innerText(),
    );
  return [await figure('Present Today'), await figure('Absent Today')];
}

describe('the attendance of a class', () => {
  it('does not name a person who is not enrolled', async () => {
    const { page, close } = await school().openSheet();
    await uploadPhoto(page, await school().photos.withStranger());
    await page.getByText('5 faces found, 4 recognized.').waitFor();
    await page.getByText('1 face is not in this class.').waitFor();
    await close();
  });

  it('is taken with the camera', async () => {
    const { page, problems, close } = await school().openSheet();
    await page.getByText('Camera', { exact: true }).click();
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.getByText(/^4 faces found/).waitFor();
    expect(await page.locator('video').count()).toBe(0); // the camera stops with the capture
    expect(problems).toEqual([]);
    await close();
  });

  it('shows a student who checks in meanwhile, on the open sheet and on an open dashboard', async () => {
    const [first] = CLASSMATES;
    await school().admin(
      'PUT',
      `/admin/classes/${school().classId}/attendance`,
      await sheetOfFirst('absent'),
    );
    const { page, close } = await school().openSheet();
    const { page: dashboard } = await school().openAsAdmin('/dashboard');
    const figures = await presentAndAbsent(dashboard);
    // Lost by a reload: the dashboard must be updated by the event stream.
    await dashboard.evaluate(() => Object.assign(window, { notReloaded: true }));
    await rowOf(page, first?.name ?? '')
      .getByText(/Absent, saved/)
      .waitFor();
    const { token } = await signInByApi(school().server, {
      username: first?.username ?? '',
      password: PASSWORD,
    });
    const student = createApiClient(school().server, token);
    const scan = await student<{ scan_id: string }>('POST', '/user/start-face-scan', {});
    const marked = await student<{ success: boolean; message: string }>(
      'POST',
      '/user/mark-attendance-with-image',
      { scan_id: scan.scan_id, image: await school().photos.probe(0) },
    );
    expect(marked.message).toMatch(/./);
    expect(marked.success).toBe(true);
    await rowOf(page, first?.name ?? '')
      .getByText(/after the list was saved/)
      .waitFor();
    // First in the list of arrivals, before the earlier ones.
    const arrivals = dashboard
      .locator('section')
      .filter({ has: dashboard.getByRole('heading', { name: 'Arrived today' }) });
    await arrivals
      .getByRole('listitem')
      .first()
      .getByText(first?.name ?? '')
      .waitFor();
    await expect
      .poll(() => presentAndAbsent(dashboard), { timeout: 10_000 })
      .toEqual([figures[0] + 1, figures[1] - 1]);
    expect(await dashboard.evaluate(() => 'notReloaded' in window)).toBe(true);
    await dashboard.context().close();
    await close();
  });
});

teacherJourney(() => {
  const { server, browser, admin, classId, photos } = school();
  return { server, browser, admin, foreignClass: classId, photo: photos.group };
});

describe('a class photo', () => {
  it('does not name a student whose consent was withdrawn, or is missing where it is required', async () => {
    const settings = await school().admin<Record<string, unknown>>('GET', '/admin/privacy-settings');
    // Consents are given to one text: after a change everybody is asked again.
    await school().admin('PUT', '/admin/privacy-settings', {
      ...settings,
      consent_required: true,
      consent_version: 'next',
    });
    const [withdrawn, unasked, ...agreed] = CLASSMATES;
    for (const { id } of [withdrawn, ...agreed].filter((each) => each !== undefined))
      await school().admin('POST', `/admin/users/${id}/consent`, { given_by: 'A parent' });
    await school().admin('DELETE', `/admin/users/${withdrawn?.id}/consent`);
    const { page, close } = await school().openSheet();
    await uploadPhoto(page, school().photos.group);
    await page.getByText('4 faces found, 2 recognized.').waitFor();
    await page.getByText('3 students were skipped').click();
    await page.getByText(`${unasked?.name} (${unasked?.id}): No consent to face recognition`).waitFor();
    await page.getByText(`${withdrawn?.name} (${withdrawn?.id}): No face data`).waitFor();
    for (const name of [withdrawn?.name, unasked?.name])
      expect(await page.locator('[data-face-of]', { hasText: name ?? '' }).count()).toBe(0);
    await close();
  });
});

/** A sheet with one mark: the status of the first classmate. */
async function sheetOfFirst(status: string) {
  const { revision } = await school().admin<{ revision: number }>('POST', '/attendance/start', {
    class_id: school().classId,
  });
  return { revision, marks: [{ user_id: CLASSMATES[0]?.id, status }] };
}
