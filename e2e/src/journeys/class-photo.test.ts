import { describe, expect, it } from 'vitest';
import { FOUR, rowOf, saveButton, setUpClassOfFour, uploadPhoto } from '../kit/server/class-of-four.ts';
import { CLASSMATES } from '../kit/server/fixture-class.ts';

const school = setUpClassOfFour();

describe('the attendance of a class', () => {
  it('is taken from one photo: its four people are named and marked once, however often it is saved', async () => {
    const { page, problems, close } = await school().openSheet();
    const second = await school().openSheet();
    await uploadPhoto(page, school().photos.group);
    await page.getByText('4 faces found, 4 recognized.').waitFor();
    for (const { name } of CLASSMATES) {
      await rowOf(page, name)
        .getByText(/in the photo/)
        .waitFor();
      await page.locator('[data-face-of]', { hasText: name }).waitFor();
    }
    expect(await school().markedToday()).toEqual([]); // a photo only proposes; nothing is saved yet
    await page.getByText('1 student was skipped').waitFor();
    await page.getByRole('button', { name: 'Mark the rest absent' }).click();
    await saveButton(page).click();
    await page.getByText('Class attendance saved successfully!').waitFor();
    await page.getByText('4 of 5 present').waitFor();
    expect(await school().markedToday()).toEqual(FOUR);

    // The second tab is updated by the event stream, and has nothing left to save.
    await rowOf(second.page, CLASSMATES[0]?.name ?? '')
      .getByText(/saved, by photo/)
      .waitFor();
    expect(await saveButton(second.page).isDisabled()).toBe(true);
    // What a retry or a double tap sends: the same sheet again, with the revision it was opened with.
    const again = await school().admin<{ changed: number }>(
      'PUT',
      `/admin/classes/${school().classId}/attendance`,
      {
        revision: 0,
        marks: FOUR.map((user_id) => ({ user_id, status: 'present' })),
      },
    );
    expect(again.changed).toBe(0);
    expect(await school().markedToday()).toEqual(FOUR);

    await page.reload();
    await rowOf(page, 'Nils Noface')
      .getByText(/Absent, saved, by hand/)
      .waitFor();
    await rowOf(page, 'Nils Noface').getByRole('radio', { name: 'Excused' }).check();
    await saveButton(page).click();
    await rowOf(page, 'Nils Noface')
      .getByText(/Excused, saved, by hand/)
      .waitFor();
    expect([...problems, ...second.problems]).toEqual([]);
    await second.close();
    await close();
  });
});
