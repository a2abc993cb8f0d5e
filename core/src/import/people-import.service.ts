import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { PasswordHasher } from '../auth/auth.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Jobs } from '../jobs/jobs.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RandomSource } from '../kernel/random.ts';
import { IMPORT_LIMITS, type Mapping, type TableReader } from '../kernel/tables/uploaded-table.ts';
import type { OperationRepos, Uploads } from '../operations/operations.ports.ts';
import { generatePassword } from '../people/generated-password.rules.ts';
import { roleOfKind } from '../people/people.rules.ts';
import type { RegistrableKind } from '../people/people.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { ImportRepos } from './import.ports.ts';
import { createImportRun, createReadTable } from './import-run.ts';
import { type PeopleField, suggestPeopleMapping } from './people-columns.ts';
import { type ImportedPerson, readPeople, validatePeople } from './people-import.rules.ts';
import { type BadRow, badRowsOf, type RowProblem } from './row-problem.ts';

type Repos = AuditRepos & ImportRepos & OperationRepos;

interface Needs {
  readonly uploads: Uploads;
  readonly tables: TableReader;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly jobs: Jobs;
}

interface PeopleImport {
  readonly upload: string;
  readonly mapping: Mapping<PeopleField>;
  /** For rows without a kind. */
  readonly defaultKind: RegistrableKind;
  readonly badRows: 'refuse' | 'skip';
  readonly passwords: 'generate' | 'unset';
  readonly dryRun: boolean;
}

export interface PeopleImportResult {
  readonly rows: number;
  readonly importable: readonly ImportedPerson[];
  readonly problems: readonly RowProblem[];
  /** Of rows that are imported without something. */
  readonly warnings: readonly RowProblem[];
  readonly badRows: readonly BadRow[];
  readonly imported: number;
  /** Returned once, for the password list; only hashes are stored. */
  readonly passwords: readonly (ImportedPerson & { readonly password: string })[];
}

const HASH_BATCH_SIZE = 50;

export function createPeopleImportService(needs: Needs) {
  const { uploads, clock, random, passwords, repos, settings, transactAndPublish } = needs;
  const readTable = createReadTable(needs);
  const run = createImportRun(needs);

  const validate = async ({ upload, mapping, defaultKind: otherwise }: PeopleImport) => {
    const table = await readTable(upload);
    const read = readPeople(table, mapping, otherwise);
    const taken = await repos.imports.taken(
      read.map(({ code }) => code),
      read.map(({ username }) => username),
      read.flatMap(({ email }) => email ?? []),
    );
    const { kind: of } = await settings.institution();
    const checked = validatePeople(read, taken, of);
    return { rows: read.length, ...checked, badRows: badRowsOf(table.rows, checked.problems) };
  };

  /** Generates and hashes passwords, in batches and before the transaction because hashing is slow. */
  const withPasswords = async (people: readonly ImportedPerson[], onDone: (count: number) => void) => {
    const hashed: (ImportedPerson & { password: string; passwordHash: string })[] = [];
    for (let at = 0; at < people.length; at += HASH_BATCH_SIZE) {
      const batch = people.slice(at, at + HASH_BATCH_SIZE).map(async (person) => {
        const password = generatePassword(random);
        return { ...person, password, passwordHash: await passwords.hashGenerated(password) };
      });
      hashed.push(...(await Promise.all(batch)));
      onDone(hashed.length);
    }
    return hashed;
  };

  return {
    /** Stores the file and returns its columns, a sample of its rows and a suggested mapping. */
    async upload(actor: Actor, chunks: AsyncIterable<Uint8Array>) {
      const upload = await uploads.store(actor, chunks, IMPORT_LIMITS.bytes);
      const { columns, rows } = await readTable(upload);
      return {
        upload,
        columns,
        rows: rows.length,
        sample: rows.slice(0, IMPORT_LIMITS.sample),
        mapping: suggestPeopleMapping(columns),
      };
    },

    async run(actor: Actor, request: PeopleImport): Promise<PeopleImportResult> {
      const { rows, people, problems, warnings, badRows } = await validate(request);
      const notImported = {
        rows,
        importable: people,
        problems,
        warnings,
        badRows,
        imported: 0,
        passwords: [],
      };
      if (request.dryRun || people.length === 0) return notImported;
      if (problems.length > 0 && request.badRows === 'refuse') return notImported;
      return run(actor, request.upload, people.length, async ({ onDone, finish }) => {
        const generated = request.passwords === 'generate' ? await withPasswords(people, onDone) : [];
        const { date, now } = await settings.today();
        const rowsToInsert =
          request.passwords === 'generate'
            ? generated
            : people.map((each) => ({ ...each, passwordHash: null }));
        await transactAndPublish('people', async (tx) => {
          const withRoles = rowsToInsert.map((each) => ({ ...each, role: roleOfKind(each.kind) }));
          await tx.imports.insertPeople(withRoles, date, now);
          const detail = {
            people: people.length,
            refused_rows: rows - people.length,
            passwords: request.passwords,
          };
          await tx.audit.insert(auditEntry(actor, clock.now(), 'people_imported', null, detail));
          await finish(tx);
        });
        return {
          ...notImported,
          imported: people.length,
          passwords: generated,
        };
      });
    },
  };
}
