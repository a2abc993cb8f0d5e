import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { createUploads } from '../backup/uploads.ts';
import type { Announcing } from '../events/announcing.ts';
import type { RegistrableKind } from '../people/people.types.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { newPassword } from './import-password.ts';
import { createImportRun } from './import-run.ts';
import {
  type ImportedPerson,
  judgePeople,
  PEOPLE_COLUMNS,
  type PeopleField,
  readPeople,
} from './people-import.rules.ts';
import type { RowProblem } from './row-problem.ts';
import { IMPORT_LIMITS, type Mapping, readSheet, suggestMapping } from './sheet.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'passwords' | 'repos' | 'files'> & {
  settings: SettingsService;
  announcing: Announcing;
};

export interface PeopleImport {
  readonly upload: string;
  readonly mapping: Mapping<PeopleField>;
  /** For rows that do not say what kind of person it is. */
  readonly otherwise: RegistrableKind;
  readonly badRows: 'refuse' | 'skip';
  readonly passwords: 'generate' | 'unset';
  readonly dryRun: boolean;
}

export interface PeopleImportResult {
  readonly rows: number;
  readonly importable: readonly ImportedPerson[];
  readonly problems: readonly RowProblem[];
  readonly imported: number;
  /** Shown once, for a sheet to print; nobody can read them afterwards. */
  readonly passwords: readonly (ImportedPerson & { readonly password: string })[];
}

const HASHED_AT_ONCE = 50;

export function createPeopleImportService(needs: Needs) {
  const { clock, random, passwords, repos, settings, announcing } = needs;
  const uploads = createUploads(needs);
  const run = createImportRun(needs);

  const judge = async ({ upload, mapping, otherwise }: PeopleImport) => {
    const read = readPeople(
      await readSheet(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes)),
      mapping,
      otherwise,
    );
    const taken = await repos.imports.taken(
      read.map(({ code }) => code),
      read.map(({ username }) => username),
    );
    return { rows: read.length, ...judgePeople(read, taken) };
  };

  /** Slow, so before the transaction and a few at a time. */
  const withPasswords = async (people: readonly ImportedPerson[], onDone: (count: number) => void) => {
    const made: (ImportedPerson & { password: string; passwordHash: string })[] = [];
    for (let at = 0; at < people.length; at += HASHED_AT_ONCE) {
      const batch = people.slice(at, at + HASHED_AT_ONCE).map(async (person) => {
        const password = newPassword(random);
        return { ...person, password, passwordHash: await passwords.hashGenerated(password) };
      });
      made.push(...(await Promise.all(batch)));
      onDone(made.length);
    }
    return made;
  };

  return {
    /** What the file looks like, and a first guess which column is which. */
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>) {
      const upload = await uploads.keep(actor, chunks, IMPORT_LIMITS.bytes);
      const { columns, rows } = await readSheet(await uploads.bytesOf(upload, IMPORT_LIMITS.bytes));
      return {
        upload,
        columns,
        rows: rows.length,
        sample: rows.slice(0, IMPORT_LIMITS.sample),
        mapping: suggestMapping(columns, PEOPLE_COLUMNS),
      };
    },

    async run(actor: Actor, request: PeopleImport): Promise<PeopleImportResult> {
      const { rows, people, problems } = await judge(request);
      const nothing = { rows, importable: people, problems, imported: 0, passwords: [] };
      if (request.dryRun || people.length === 0) return nothing;
      if (problems.length > 0 && request.badRows === 'refuse') return nothing;
      return run(actor, request.upload, people.length, async (onDone, finish) => {
        const generated = request.passwords === 'generate' ? await withPasswords(people, onDone) : [];
        const { date, now } = await settings.today();
        const written =
          request.passwords === 'generate'
            ? generated
            : people.map((each) => ({ ...each, passwordHash: null }));
        await announcing('people', async (tx) => {
          await tx.imports.insertPeople(written, date, now);
          const detail = {
            people: people.length,
            refused_rows: rows - people.length,
            passwords: request.passwords,
          };
          await tx.audit.insert(auditOf(actor, clock.now(), 'people_imported', null, detail));
          await finish(tx);
        });
        return {
          ...nothing,
          imported: people.length,
          passwords: generated,
        };
      });
    },
  };
}
