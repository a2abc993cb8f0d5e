import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTemplateVault } from '@rollcall/core/faces/template-vault';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { systemClock } from './clock.ts';
import { readEnv } from './env.ts';
import { locations } from './locations.ts';
import { createLog, describeError } from './log.ts';
import { rotateMasterKey } from './master-keys.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `Usage: rollcall COMMAND

  keys rotate    Wrap every person's face key with a new master key. Stop the server first.
`;

const log = createLog((line) => process.stderr.write(line), systemClock.now);

async function rotateKeys(): Promise<string> {
  const env = readEnv();
  if (env.templateKey !== undefined) {
    throw new Error(
      'The master key comes from TEMPLATE_KEY. Move it into a file under DATA_DIR to rotate it here.',
    );
  }
  const database = await openDatabase(env, locations, log);
  try {
    const transact = createTransact(database.db);
    let count = 0;
    const folder = join(env.dataDir, env.demoMode ? 'demo' : '', 'keys');
    const { id } = await rotateMasterKey(folder, async (keys) => {
      const vault = createTemplateVault({ keys, random: { bytes: (length) => randomBytes(length) } });
      const repos = createRepositories(database.db);
      const wrapped = await repos.faces.allKeys();
      await transact(async (tx) => {
        for (const { personId, key } of wrapped) {
          if (key.masterKeyId === keys.current().id) continue;
          await tx.faces.saveKey(personId, await vault.rewrap(personId, key), systemClock.now());
          count += 1;
        }
      });
    });
    return `Rewrapped ${count} face keys. The master key is now ${id}; the old one opens nothing any more.`;
  } finally {
    await database.close();
  }
}

const COMMANDS: Record<string, () => Promise<string>> = { 'keys rotate': rotateKeys };

const command = COMMANDS[process.argv.slice(2).join(' ')];
if (!command) {
  process.stdout.write(USAGE);
  process.exitCode = process.argv.length > 2 ? 1 : 0;
} else {
  command().then(
    (answer) => process.stdout.write(`${answer}\n`),
    (error: unknown) => {
      process.stderr.write(
        `${error instanceof Error && 'code' in error ? error.message : describeError(error)}\n`,
      );
      process.exitCode = 1;
    },
  );
}
