import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../architecture/source-files.ts';

export const CHART = join(ROOT, 'deploy/helm/rollcall');

/** A document of Kubernetes, as far as the tests look at it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  // Each kind has its own; tests compare parts of it.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
  readonly spec?: any;
  readonly automountServiceAccountToken?: boolean;
}

/** Builds the renderer with the packages of Debian, without a network. */
export function buildRenderer(go: string, folder: string): string {
  const program = join(folder, 'render-chart');
  const built = spawnSync(go, ['build', '-o', program, join(ROOT, 'tools/src/deploy/render-chart/main.go')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GOCACHE: join(folder, 'cache'),
      GOPATH: '/usr/share/gocode',
      GO111MODULE: 'off',
      GOFLAGS: '',
      CGO_ENABLED: '0',
    },
  });
  if (built.status !== 0) throw new Error(`The renderer cannot be built: ${built.stderr}`);
  return program;
}

export type Rendered =
  | { readonly error: string }
  | { readonly manifests: readonly Manifest[]; readonly notes: string; readonly text: string };

/** Renders the chart with values beside its own. Kubernetes reads YAML 1.1. */
export function renderChart(program: string, values: object): Rendered {
  const { status, stdout, stderr } = spawnSync(program, [CHART], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  if (status !== 0) return { error: stderr };
  const { 'NOTES.txt': notes = '', ...files } = JSON.parse(stdout) as Record<string, string>;
  const manifests = Object.values(files).flatMap((file) =>
    parseAllDocuments(file, { version: '1.1' }).flatMap((document) => {
      const [problem] = [...document.errors, ...document.warnings];
      if (problem) throw problem;
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    }),
  );
  return { manifests, notes, text: Object.values(files).join('\n') };
}
