import { readFileSync } from 'node:fs';

/** The one place that says where the source lives is the root package.json. */
export function readRepositoryUrl(): string {
  const manifest: { repository?: { url?: string } | string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const url = typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
  return (url ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
}
