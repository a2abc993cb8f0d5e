import { expect, it } from 'vitest';
import { tellProgress, tellRows } from './tell-progress.ts';

it('says each tenth of a long command once, however large its steps are', () => {
  const said: string[] = [];
  const tell = tellRows({ announce: (text) => void said.push(text) }, 'Written', 200_000);
  for (const rows of [1000, 18_999, 1, 1, 60_000, 119_999, 0]) tell(rows);
  expect(said).toEqual([
    'Written: 10 % of 200000 rows',
    'Written: 40 % of 200000 rows',
    'Written: 100 % of 200000 rows',
  ]);
});

it('says nothing about a short one, and nothing to nobody', () => {
  const said: string[] = [];
  const tell = tellProgress({ announce: (text) => void said.push(text) }, 'Saved');
  tell(0, 0);
  tell(99_999, 99_999);
  expect(said).toEqual([]);
  expect(() => tellProgress({}, 'Saved')(200_000, 200_000)).not.toThrow();
});
