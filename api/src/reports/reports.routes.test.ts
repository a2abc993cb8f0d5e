import { inflateSync } from 'node:zlib';
import { readXlsx } from '@rollcall/core/kernel/tables/xlsx.reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, markAbsent } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { bySection } from './pdf/slips-pdf.ts';

let app: TestApp;
let student: string;

/** 08:45 and 09:20 in Kathmandu. */
const AT = { onTime: '03:00', late: '03:35' };

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-02-27T04:00:00Z');
  await app.person('R-1', { name: '=cmd|calc' });
  await app.person('R-2', { name: 'Ελένη Παπαδοπούλου Дмитрий Łukasz सीता 漢字 김 محمد 🎉' });
  await app.person('R-3', { type: 'teacher', name: 'Zoe' });
  for (const [code, day, time] of [
    ['R-1', '2026-03-02', AT.onTime],
    ['R-1', '2026-03-03', AT.late],
    ['R-2', '2026-03-02', AT.onTime],
    ['R-3', '2026-03-02', AT.onTime],
  ] as const) {
    app.clock.set(`${day}T${time}:00Z`);
    await checkIn(app, code);
  }
  await markAbsent(app, 'R-2', '2026-03-03');
  app.clock.set('2026-03-03T06:00:00Z');
  await app.admin('POST', '/admin/holidays', { date: '2026-03-04', name: 'Holi' });
  await app.admin('POST', '/admin/leaves', {
    user_id: 'R-3',
    from: '2026-03-03',
    to: '2026-03-03',
    reason: 'x',
  });
  student = await app.signIn('r-1');
});
afterAll(() => app.close());

async function file(path: string, token?: string) {
  const response = await app.download(path, token);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const MONTH_REPORT = '/admin/reports/register?month=2026-03';

describe('the month report', () => {
  it('has a row per person with the section and a word for each day, and totals', async () => {
    const { response, bytes } = await file(`${MONTH_REPORT}&format=csv`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="register-2026-03.csv"');
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines[0]?.split(',').slice(0, 5)).toEqual([
      '\uFEFFName',
      'ID',
      'Section',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(lines[0]?.split(',').slice(-5)).toEqual(['Present', 'Late', 'Absent', 'Excused', 'Rate %']);
    const cells = (start: string) => lines.find((line) => line.startsWith(start))?.split(',') ?? [];
    // Name, ID, section, then day 1 (a Sunday), 2, 3, 4 (Holi) …
    expect(cells("'=cmd|calc,").slice(1, 7)).toEqual(['R-1', 'CS-A', '', 'On Time', 'Late', 'Holiday']);
    expect(cells("'=cmd|calc,").slice(-5)).toEqual(['2', '1', '0', '0', '100']);
    expect(cells('Ελένη').slice(-5)).toEqual(['1', '0', '1', '0', '50']);
    expect(cells('Zoe').slice(-5)).toEqual(['1', '0', '0', '1', '100']);
  });

  it('can be limited to a section or a class, also in German', async () => {
    const section = await file(`${MONTH_REPORT}&section=CS-A&format=csv&lang=de`);
    const text = section.bytes.toString('utf8');
    expect(text).toContain('R-1,CS-A,,Pünktlich,Verspätet,Feiertag,');
    expect(text).not.toContain('Zoe');
    const { body } = await app.admin('POST', '/admin/classes', {
      name: 'Staff meeting',
      startTime: '10:00',
      endTime: '11:00',
    });
    await app.admin('PUT', `/admin/classes/${body.class.id}/roster`, { user_ids: ['R-3'] });
    const ofClass = (await file(`${MONTH_REPORT}&class_id=${body.class.id}&format=csv`)).bytes.toString(
      'utf8',
    );
    expect([ofClass.includes('Zoe'), ofClass.includes('R-1')]).toEqual([true, false]);
    expect((await app.admin('GET', `${MONTH_REPORT}&class_id=999`)).body.error.code).toBe('class_not_found');
    expect((await app.admin('GET', '/admin/reports/register?month=2026-13')).status).toBe(400);
  });

  it('is also answered as JSON, one page of people at a time', async () => {
    const { body } = await app.admin('GET', '/admin/register?month=2026-03&limit=2');
    expect([body.total, body.rows.length, body.days.length]).toEqual([3, 2, 31]);
    expect(body.days.slice(0, 4).map(({ calendar }: { calendar: string }) => calendar)).toEqual([
      'off',
      'open',
      'open',
      'holiday',
    ]);
    expect(body.rows[0]).toMatchObject({ user_id: 'R-1', present: 2, late: 1, rate: 100 });
    expect(body.rows[0].marks.slice(0, 3)).toEqual([null, 'on_time', 'late']);
  });
});

/** The number of cells of each line; no cell of these files holds a line break. */
const widths = (text: string) =>
  text
    .slice(0, -'\r\n'.length)
    .split('\r\n')
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(',').length);

describe('every CSV file', () => {
  const range = 'from=2026-03-01&to=2026-03-31';
  const paths = [
    '/admin/reports/register?month=2026-03',
    `/admin/reports/summary?${range}`,
    `/reports/people/R-1?${range}`,
  ].flatMap((path) => ['en', 'de'].map((lang) => `${path}&lang=${lang}&format=csv`));
  const exported = async () => (await app.admin('POST', '/admin/export/csv')).body.export_file;

  it.each([...paths, '/admin/download/'])(
    'is one table that begins with a byte order mark: %s',
    async (path) => {
      const { bytes } = await file(path.endsWith('/') ? `${path}${await exported()}` : path);
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const [head = 0, ...rows] = widths(bytes.toString('utf8'));
      expect([head > 5, rows.length > 1]).toEqual([true, true]);
      expect(new Set(rows)).toEqual(new Set([head]));
    },
  );

  it('has the same words for statuses', async () => {
    const text = (await file(`/admin/download/${await exported()}`)).bytes.toString('utf8');
    expect(text).toContain("2026-03-03,R-1,'=cmd|calc,student,CS-A,Late,09:20,\r\n");
    expect(text).toMatch(/2026-03-03,R-2,.*,CS-A,Absent,,\r\n/);
  });
});

describe('an XLSX report', () => {
  it('stores text as text, so that no name is a formula, and numbers as numbers', async () => {
    const { bytes } = await file(`${MONTH_REPORT}&format=xlsx`);
    const rows = await readXlsx(new Uint8Array(bytes));
    const row = rows.find((cells) => cells[0] === '=cmd|calc');
    expect(row?.slice(0, 6)).toEqual(['=cmd|calc', 'R-1', 'CS-A', '', 'P', 'L']);
    const present = rows.find((cells) => cells[0] === 'Present') ?? [];
    expect(present.slice(1, 6)).toEqual(['', '', '', '3', '1']);
    expect(present.slice(-5)).toEqual(['4', '1', '1', '1', '80']);
    expect(rows[0]?.[0]).toBe('Test School');
    expect(rows.flat().some((cell) => cell.includes('days present out of days expected'))).toBe(true);
    expect(bytes.includes('<f>')).toBe(false);
  });
});

describe('a PDF report', () => {
  /** The characters of all fonts in the document, from their ToUnicode maps. */
  const lettersOf = (pdf: Buffer): string => {
    let letters = '';
    for (const found of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
      const stream = Buffer.from(found[1] ?? '', 'latin1');
      const text = stream[0] === 0x78 ? inflateSync(stream).toString('latin1') : '';
      if (!text.includes('beginbfrange')) continue;
      for (const [, hex = ''] of text.matchAll(/<([0-9a-f ]{4,})>/gi))
        letters += Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
    }
    return letters;
  };

  it('prints names in any script', async () => {
    const { response, bytes } = await file(`${MONTH_REPORT}&format=pdf`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    const letters = lettersOf(bytes);
    for (const letter of ['η', 'Д', 'Ł', 'स', 'Z', '漢', '김', 'م', '🎉']) expect(letters).toContain(letter);
    expect(app.failures).toEqual([]);
  });

  it('begins each section on a page of its own, with its name on each of its pages', async () => {
    const one = await file(`${MONTH_REPORT}&section=CS-A&format=pdf`);
    const all = await file(`${MONTH_REPORT}&format=pdf`);
    const pagesOf = ({ bytes }: { bytes: Buffer }) =>
      bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    expect([pagesOf(one), pagesOf(all)]).toEqual([1, 2]);
  });

  it('starts a new page when one is full', async () => {
    for (let number = 0; number < 60; number += 1)
      await app.pool.query(
        `insert into people (code, name, kind, registered_on) values ($1, $2, 'staff', '2026-01-01')`,
        [`X-${number}`, `Someone with a name so long that it does not fit into its column ${number}`],
      );
    const { bytes } = await file(`${MONTH_REPORT}&format=pdf`);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  });
});

describe('the summary and the person report', () => {
  it('count the days of each verdict in a range', async () => {
    const path = '/admin/reports/summary?from=2026-03-01&to=2026-03-31&section=CS-A&format=csv';
    const lines = (await file(path)).bytes.toString('utf8').split('\r\n');
    expect(lines.find((line) => line.startsWith("'=cmd"))).toBe("'=cmd|calc,R-1,CS-A,2,2,1,1,0,0,0,0,100");
    const sheet = await readXlsx(new Uint8Array((await file(path.replace('csv', 'xlsx'))).bytes));
    expect(sheet.find(([first]) => first === 'Total')?.join()).toBe('Total,,,4,3,2,1,0,1,0,0,75');
    // A British date, whatever the machine speaks.
    expect(sheet.flat()).toContain('1 March 2026 to 31 March 2026');
    expect((await app.admin('GET', '/admin/reports/summary?from=2026-03-02&to=2026-03-01')).status).toBe(400);
  });

  it('explain every day, to the person and to administrators only', async () => {
    const query = 'from=2026-03-01&to=2026-03-31&format=csv';
    const { response, bytes } = await file(`/reports/people/R-1?${query}`, student);
    expect(response.status).toBe(200);
    expect(bytes.toString('utf8')).toContain('Seen at 09:20. Late after 09:15.');
    expect((await file(`/reports/people/R-1?${query}&lang=de`)).bytes.toString('utf8')).toContain(
      'Um 09:20 gesehen. Verspätet nach 09:15.',
    );
    expect((await file(`/reports/people/R-2?${query}`, student)).response.status).toBe(404);
    const { body } = await app.admin('GET', '/admin/audit?action=report_made');
    expect(body.entries[0].detail).toMatchObject({ report: 'Anwesenheitsnachweis', format: 'csv' });
  });
});

it('reports of one person are made one after another, and only a few wait', async () => {
  const path = '/reports/people/R-1?from=2026-03-01&to=2026-03-01&format=csv';
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.download(path, student)));
  const made = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  expect([made + refused, made >= 5, refused > 0]).toEqual([30, true, true]);
});

describe('password slips', () => {
  const row = (name: string, class_section: string | null) => ({
    name,
    username: name.toLowerCase(),
    password: 'abcd-efgh-jkmn',
    class_section,
  });
  const rows = [row('Zoe', null), row('Cem', 'B-10'), row('Ada', 'B-9'), row('漢字', 'B-9')];

  it('are a PDF with a page for each section, and leave nothing behind', async () => {
    const response = await app.app.request('/api/admin/password-slips', {
      method: 'POST',
      headers: { Authorization: `Bearer ${await app.adminToken()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ site: 'school.example', rows, lang: 'de' }),
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(text.startsWith('%PDF')).toBe(true);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
    const { rows: kept } = await app.pool.query(
      `select 1 from audit where concat(subject, detail::text) like '%abcd-efgh%'`,
    );
    expect(kept).toEqual([]);
  });

  it('are sorted by section as people count, those without one at the end', () => {
    expect(bySection(rows).map(([section, people]) => [section, people.length])).toEqual([
      ['B-9', 2],
      ['B-10', 1],
      [null, 1],
    ]);
  });
});

describe('a visit on a day off', () => {
  it('has one sign in every register, which the legend explains, and is in no total', async () => {
    app.clock.set(`2026-03-04T${AT.late}:00Z`); // Holi
    await checkIn(app, 'R-1');
    const csv = (await file(`${MONTH_REPORT}&format=csv`)).bytes.toString('utf8').split('\r\n');
    const cells = csv.find((line) => line.includes(',R-1,'))?.split(',') ?? [];
    expect(cells.slice(4, 7)).toEqual(['On Time', 'Late', 'Visit on a day off']);
    expect(cells.slice(-5)).toEqual(['2', '1', '0', '0', '100']);
    const rows = await readXlsx(new Uint8Array((await file(`${MONTH_REPORT}&format=xlsx`)).bytes));
    expect(rows.find((row) => row[1] === 'R-1')?.slice(4, 7)).toEqual(['P', 'L', '•']);
    expect(rows.flat().some((cell) => cell.includes('• visit on a day off (not counted)'))).toBe(true);
  });
});

describe('the register of a month', () => {
  it('has the people who were registered by its end, and those with days in it', async () => {
    app.clock.set('2026-04-10T04:00:00Z');
    await app.person('R-8', { name: 'Later' });
    await app.person('R-9', { name: 'Later with days' });
    await app.pool.query(
      `insert into attendance_days (person_id, day, status, source, kind, decided_at, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
       select id, '2026-03-03', 'unmarked', 'import', kind, now(), '09:00', 15, '09:30', 60 from people where code = 'R-9'`,
    );
    const listed = async (month: string) => {
      const { body } = await app.admin('GET', `/admin/register?month=${month}&limit=100`);
      expect(body.rows).toHaveLength(body.total);
      return body.rows.map(({ user_id }: { user_id: string }) => user_id);
    };
    const [march, april] = [await listed('2026-03'), await listed('2026-04')];
    expect(march).toEqual(expect.arrayContaining(['R-1', 'R-9']));
    expect(april.filter((id: string) => !march.includes(id))).toEqual(['R-8']);
  });
});
