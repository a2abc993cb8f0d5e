// Which test files belong to a change: for `npm test -- --changed`, the loop while writing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const isTest = (file) => /(?<!\.full)\.test\.tsx?$/.test(file) && !file.startsWith('e2e/');

/** The folder of a feature, which has the same name in each workspace: `attendance/kiosk`, `notices`. */
const featureOf = (file) => /^\w+\/src\/(?:features\/|pages\/|repositories\/)?(.+)\/[^/]+$/.exec(file)?.[1];

/** The files that differ from a commit, those that git does not know yet included. */
export const changedFiles = (since) =>
  [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')].filter(
    (file) => existsSync(file),
  );

/** The tests that changed, of the features that changed, and those that import a changed file. */
export function testsOf(changed) {
  const features = changed.map(featureOf).filter(Boolean);
  const names = changed
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => basename(file).replace(/\.tsx?$/, ''));
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx').filter(
    (test) => {
      if (!isTest(test) || !existsSync(test)) return false;
      if (changed.includes(test) || features.some((feature) => `/${dirname(test)}/`.includes(`/${feature}/`)))
        return true;
      const text = readFileSync(test, 'utf8');
      return names.some((name) => text.includes(`/${name}'`) || text.includes(`/${name}.ts'`));
    },
  );
}
