import { count, percent, seconds } from './figures.ts';
import { UNDER_LOAD } from './load-promises.ts';
import type { PromiseGroup, ProvenPromise } from './promise.types.ts';

const RECOGNITION: readonly ProvenPromise[] = [
  {
    promise: 'Two photos of the same person are told from photos of two people',
    command: 'bench:accuracy',
    result: 'accuracy',
    figure: (of) =>
      `${percent(of.number('accuracy'))} of ${count(of.number('pairs'))} pairs (95 of 100: ${percent(of.number('accuracy_ci95.0'))} to ${percent(of.number('accuracy_ci95.1'))})`,
  },
  {
    promise: 'A kiosk for 1,000 people names a stranger in at most 1 of 1,000 searches',
    command: 'bench:strangers',
    result: 'strangers',
    figure: (of) => {
      const rate = (rule: string) =>
        percent(of.number(`sizes[people=1000].rules.${rule}.strangers.one_photo.named.rate`), 3);
      return `${rate('one_in_1000')} of searches with a single photo; ${rate('fixed')} with a fixed threshold`;
    },
    goal: {
      text: 'at most 0.1 %',
      isMet: (of) =>
        of.number('sizes[people=1000].rules.one_in_1000.strangers.one_photo.named.rate') <= 0.001,
      why: 'The threshold does not hold what the curve of impostors promised.',
    },
  },
  {
    promise: 'A stranger in a secondary school is named in about 1 of 1,000 searches',
    command: 'bench:fairness',
    result: 'fairness',
    figure: (of) => {
      const searches = 'institutions[name=secondary school, 12 to 17].searches.strangers_named';
      return `${count(of.number(`${searches}.hits`))} of ${count(of.number(`${searches}.trials`))} strangers among ${count(of.number('institutions[name=secondary school, 12 to 17].searches.people'))} people`;
    },
  },
  {
    promise: 'A still photo does not pass where movements are asked for',
    command: 'bench:attack',
    result: 'attack',
    figure: (of) => {
      const always = of.list('injected').filter((each) => each.text('policy') === 'always');
      const still = always.find((each) => each.text('attack') === 'a still photo');
      const worst = always.toSorted((a, b) => b.number('rate') - a.number('rate'))[0];
      if (!still || !worst) throw new Error('attack has no attacks on the policy “always”.');
      return `${still.number('passed')} of ${still.number('tries')}; of all attacks on this policy the worst passed ${worst.number('passed')} of ${worst.number('tries')} times (${worst.text('attack')})`;
    },
  },
  {
    promise: 'Browser and server decide alike',
    command: 'bench:parity-browser',
    result: 'parity-browser',
    figure: (of) =>
      `${of.list('different_decisions').length} of ${of.number('photos')} photos decided differently`,
  },
  {
    promise: 'Converted networks compute what the originals compute',
    command: 'bench:parity',
    result: 'parity',
    figure: (of) =>
      `largest relative difference ${Math.max(...of.list('conversion').map((each) => each.number('relative'))).toExponential(1)}`,
    goal: {
      text: 'at most 1e-3',
      isMet: (of) =>
        of.list('conversion').every((each) => each.number('relative') <= of.number('allowed_relative')),
      why: 'A conversion is wrong.',
    },
  },
  {
    promise: 'What a second recogniser would gain is known',
    command: 'bench:recognisers',
    result: 'recognisers',
    figure: (of) =>
      `misses at 1 false match in 10,000: ours ${percent(of.number('recognisers.ours.at_1_in_10000.misses'))}, the other ${percent(of.number('recognisers.other.at_1_in_10000.misses'))}, both ${percent(of.number('recognisers.both.at_1_in_10000.misses'))}`,
  },
];

const AT_THE_DOOR: readonly ProvenPromise[] = [
  {
    promise: 'One kiosk takes 20 people a minute, browser and server on two cores',
    command: 'bench:kiosk',
    result: 'kiosk',
    part: 'door',
    figure: (of) =>
      `${of.number('door.people_per_minute')} a minute, ${count(of.number('door.people_who_came'))} people`,
    goal: {
      text: '20 a minute',
      isMet: (of) => of.number('door.people_per_minute') >= 20,
      why: 'Browser and server share the two cores with each other and with the camera of the bench.',
    },
  },
  {
    promise: 'The answer comes within 1.5 seconds of a still face',
    command: 'bench:kiosk',
    result: 'kiosk',
    part: 'door',
    figure: (of) =>
      `median ${seconds(of.number('door.ms_from_still_face_to_answer.p50'))}, 95 of 100 ${seconds(of.number('door.ms_from_still_face_to_answer.p95'))}`,
    goal: {
      text: 'under 1.5 s',
      isMet: (of) => of.number('door.ms_from_still_face_to_answer.p95') < 1500,
      why: 'The networks take most of it, on the machine that also draws the page.',
    },
  },
  {
    promise: 'Nobody is given another name at the door',
    command: 'bench:kiosk',
    result: 'kiosk',
    part: 'door',
    figure: (of) => {
      const kinds = ['enrolled_seen_in_another_photo', 'enrolled_seen_in_a_changed_copy', 'strangers'];
      const sum = (key: string) => kinds.reduce((all, kind) => all + of.number(`door.${kind}.${key}`), 0);
      return `${sum('wrong_names')} of ${count(sum('people'))}`;
    },
  },
  {
    promise: 'The memory of a kiosk does not grow with the people who come',
    command: 'bench:kiosk',
    result: 'kiosk',
    part: 'process',
    figure: (of) => {
      const grown = (path: string) => percent(of.number(`${path}.growth`), 1);
      return `heap ${grown('door.memory.heap_mb')} over ${count(of.number('door.people_who_came'))} people, own memory of the process ${grown('process.anonymous_mb')} over ${count(of.number('process.people_who_came'))}, from the second quarter to the last`;
    },
    goal: {
      text: 'at most 5 % and 10 %',
      isMet: (of) =>
        of.number('door.memory.heap_mb.growth') <= 0.05 && of.number('process.anonymous_mb.growth') <= 0.1,
      why: 'Something stays with every person.',
    },
  },
  {
    promise: 'Entries without a network are neither lost nor counted twice, with browser and server killed',
    command: 'bench:kiosk',
    result: 'kiosk',
    part: 'offline',
    figure: (of) =>
      `${of.number('offline.lost')} lost, ${of.number('offline.doubled')} doubled of ${count(of.number('offline.entries_the_screen_said_recorded'))}`,
    goal: {
      text: '0 and 0',
      isMet: (of) => of.number('offline.lost') === 0 && of.number('offline.doubled') === 0,
      why: 'Entries were lost or doubled.',
    },
  },
  {
    promise: 'Marking on one’s own device answers at once, and the camera leaves nothing behind',
    command: 'bench:camera',
    result: 'camera',
    figure: (of) =>
      `on the screen after ${of.number('on_screen_ms.p50')} ms, 95 of 100 after ${of.number('on_screen_ms.p95')} ms; ${of.number('open_and_close.tracks_ended')} of ${of.number('open_and_close.tracks')} camera tracks ended`,
  },
];

const FAULTS: readonly ProvenPromise[] = [
  {
    promise: 'Nothing acknowledged is lost to kill -9, power cuts, a full disk or a wrong clock',
    command: 'test:faults',
    result: 'faults',
    figure: (of) => {
      const results = of.list('results');
      const lost = ['kill -9 during 1,000 writes', 'power cut during 1,000 writes'].map((name) => ({
        acknowledged: of.number(`results[name=${name}].figures.acknowledged`),
        missing: of.number(`results[name=${name}].figures.missing`),
      }));
      const sum = (key: 'acknowledged' | 'missing') => lost.reduce((all, each) => all + each[key], 0);
      return `${results.filter((each) => each.text('outcome') === 'passed').length} of ${results.length} faults passed; ${sum('missing')} of ${count(sum('acknowledged'))} acknowledged writes missing`;
    },
    goal: {
      text: 'all passed',
      isMet: (of) => of.list('results').every((each) => each.text('outcome') === 'passed'),
      why: 'See bench/results/faults.json.',
    },
  },
  {
    promise: 'What kiosks write down without a network is neither lost, nor doubled, nor without a trace',
    command: 'bench:queue',
    result: 'queue',
    figure: (of) =>
      `${count(of.number('days'))} days, ${count(of.number('signed_entries'))} signed and ${count(of.number('forged'))} forged entries: ${of.number('lost')} lost, ${of.number('doubled')} doubled, ${of.number('without_a_trace')} without a trace`,
    goal: {
      text: 'none',
      isMet: (of) => of.number('lost') + of.number('doubled') + of.number('without_a_trace') === 0,
      why: 'See bench/results/queue.json.',
    },
  },
  {
    promise: 'Data of the version before opens with the same figures',
    command: 'bench:upgrade',
    result: 'upgrade',
    figure: (of) =>
      `embedded ${of.number('embedded.differences')}, PostgreSQL ${of.number('postgres.differences')} differences in ${count(of.number('embedded.values'))} values that were not meant`,
  },
  {
    promise: 'A million days are backed up and restored',
    command: 'bench:data-safety',
    result: 'data-safety',
    figure: (of) =>
      `backup ${of.number('backup_seconds')} s, restore ${of.number('restore_seconds')} s, ${count(Math.round(of.number('archive_bytes') / 2 ** 20))} MB`,
  },
  {
    promise: 'No hostile value makes an operation fail unawares',
    command: 'bench:fuzz',
    result: 'fuzz-pglite',
    figure: (of) =>
      `${of.list('problems').length} problems in ${count(of.number('requests'))} requests to every operation`,
  },
];

const PAGES: readonly ProvenPromise[] = [
  {
    promise: 'The landing page is quick on a slow phone',
    command: 'bench:lighthouse',
    result: 'lighthouse',
    figure: (of) =>
      `Lighthouse ${of.number('results.home (mobile).performance')}; accessibility ${of.number('results.home (mobile).accessibility')}`,
    goal: {
      text: 'performance 90',
      isMet: (of) => of.number('results.home (mobile).performance') >= 90,
      why: 'See held_back_by in the result.',
    },
  },
];

export const PROVEN: readonly PromiseGroup[] = [
  { title: 'Recognition', promises: RECOGNITION },
  { title: 'At the door', promises: AT_THE_DOOR },
  { title: 'Under load', promises: UNDER_LOAD },
  { title: 'Faults and upgrades', promises: FAULTS },
  { title: 'Pages', promises: PAGES },
];
