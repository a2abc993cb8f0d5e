import { describe, expect, it } from 'vitest';
import {
  type DrillEntry,
  drillEntries,
  filterPeople,
  groupPresent,
  type ListedPerson,
} from './present-groups.ts';

const at = (place: string | null, by: 'kiosk' | 'own' = 'kiosk') => ({ time: '08:00', by, place });
const person = (id: string, section: string | null, seen: ListedPerson['seen']): ListedPerson => ({
  id,
  name: `Person ${id}`,
  type: section === null ? 'staff' : 'student',
  class_section: section,
  seen,
});
const ada = person('A-1', '1a', at('Hall'));
const bo = person('B-2', '1b', at('Gym'));
const cem = person('C-3', '1a', at(null, 'own'));
const dora = person('D-4', null, at('Hall'));
const everybody = [dora, ada, bo, cem];
const idsOf = (people: readonly { readonly id: string }[]) => people.map(({ id }) => id);

describe('the groups of who is present', () => {
  it('are sections, and kinds for whoever has none, those last', () => {
    expect(groupPresent(everybody, 'section').map(({ name, people }) => [name, idsOf(people)])).toEqual([
      ['1a', ['A-1', 'C-3']],
      ['1b', ['B-2']],
      [null, ['D-4']],
    ]);
  });

  it('are places, and what showed it where there is no place', () => {
    expect(groupPresent(everybody, 'place').map(({ key, people }) => [key, idsOf(people)])).toEqual([
      ['at Hall', ['D-4', 'A-1']],
      ['at Gym', ['B-2']],
      ['by own', ['C-3']],
    ]);
  });

  it('are filtered by name or number, section and place together', () => {
    expect(idsOf(filterPeople(everybody, { search: ' a-1' }))).toEqual(['A-1']);
    expect(idsOf(filterPeople(everybody, { search: 'person' }))).toHaveLength(4);
    expect(idsOf(filterPeople(everybody, { section: '1a', place: 'by own' }))).toEqual(['C-3']);
    expect(filterPeople(everybody, { section: '1b', place: 'at Hall' })).toEqual([]);
  });
});

describe('the list of a drill', () => {
  const frozen = (of: ListedPerson, ticked: string | null): DrillEntry => ({
    ...of,
    was_in: true,
    ticked_time: ticked,
  });

  it('keeps whoever left since, and adds whoever came', () => {
    const entries = drillEntries([frozen(ada, '09:01'), frozen(bo, null)], [ada, cem]);
    expect(entries.map(({ id, isNew, ticked_time }) => [id, isNew, ticked_time])).toEqual([
      ['A-1', false, '09:01'],
      ['B-2', false, null],
      ['C-3', true, null],
    ]);
  });

  it('names nobody twice who came later and was ticked', () => {
    const later = { ...frozen(cem, '09:02'), was_in: false };
    expect(drillEntries([later], [cem])).toMatchObject([{ id: 'C-3', isNew: true, ticked_time: '09:02' }]);
  });
});
