import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RandomSource } from '../../kernel/random.ts';
import type { RetentionSeal } from '../../privacy/retention.ports.ts';
import { ArchiveError } from './archive-error.ts';
import type { KeyNeeds } from './archive-key.ts';
import { openFile, sealFile } from './sealed-file.ts';

interface Needs extends KeyNeeds {
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly schema: number;
  readonly institution: () => Promise<{ readonly name: string; readonly isDemo: boolean }>;
}

const FORMAT = 'rollcall-retention';

const refusal = (error: unknown): unknown =>
  error instanceof ArchiveError
    ? new AppError('archive_refused', { message: error.message, cause: error })
    : error;

async function* refusing<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* content;
  } catch (error) {
    throw refusal(error);
  }
}

/** Seals rows that retention removes with the master key, in the format of backups. */
export function createRetentionSeal({ institution, clock, schema, ...needs }: Needs): RetentionSeal {
  return {
    async *seal(content) {
      const { name, isDemo } = await institution();
      const about = {
        format: FORMAT,
        schema,
        institution: name,
        demo: isDemo,
        createdAt: clock.now().toISOString(),
        // Not known before the rows are read; the end of the content has their number.
        counts: {},
      } as const;
      yield* sealFile(needs, about, { by: 'master' }, content);
    },

    async open(chunks) {
      try {
        const { head, content } = await openFile(needs, chunks, { format: FORMAT, passphrase: null });
        return { writtenAt: new Date(head.createdAt), content: refusing(content) };
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}
