import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findGo } from '../../test/optional-tools.mjs';
import { ROOT } from '../architecture/source-files.ts';
import { buildRenderer, CHART, type Manifest, renderChart } from './chart.ts';
import { serverVariables } from './server-variables.ts';

const SECRETS = {
  database: { existingSecret: 'rollcall-database' },
  templateKey: { existingSecret: 'rollcall-key' },
};
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** The least that has to be given, one server, and everything. */
const SETS: Readonly<Record<string, object>> = {
  'what is required': SECRETS,
  'one server': { ...SECRETS, replicaCount: 1 },
  'a claim that exists': {
    ...SECRETS,
    persistence: { existingClaim: 'shared' },
    serviceAccount: { create: false },
  },
  everything: {
    ...SECRETS,
    replicaCount: 3,
    image: { repository: 'registry.example/rollcall', digest: DIGEST },
    imagePullSecrets: [{ name: 'pull' }],
    metrics: {
      existingSecret: 'rollcall-metrics',
      serviceMonitor: { enabled: true, labels: { team: 'it' } },
    },
    mail: { existingSecret: 'rollcall-mail', from: 'attendance@school.example', tls: 'required' },
    config: {
      publicUrl: 'https://attendance.school.example',
      timeZone: 'Europe/Berlin',
      serverProcesses: 'auto',
      serverCores: '4',
    },
    extraEnv: [{ name: 'SLOW_QUERY_SECONDS', value: '2' }],
    persistence: { storageClass: 'nfs', annotations: { 'backup.example/keep': 'true' } },
    service: { annotations: { 'example.org/a': 'b' } },
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'attendance.school.example',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '0' },
      tls: { secretName: 'certificate' },
    },
    networkPolicy: {
      enabled: true,
      from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      to: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
    },
    serviceAccount: { annotations: { 'example.org/role': 'rollcall' } },
    podAnnotations: { 'example.org/a': 'b' },
    podLabels: { team: 'it' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'school', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    priorityClassName: 'high',
    topologySpreadConstraints: [{ maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }],
  },
};

describe('the values of the chart', () => {
  const schema = async () => JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8')) as object;
  const defaults = async () =>
    parse(await readFile(join(CHART, 'values.yaml'), 'utf8')) as Record<string, unknown>;

  it('are all described by the schema, and the given ones fit it', async () => {
    const fits = new Ajv({ strict: true, allowUnionTypes: true }).compile(await schema());
    for (const values of [await defaults(), ...Object.values(SETS)]) {
      fits({ ...(await defaults()), ...values });
      expect(fits.errors ?? []).toEqual([]);
    }
    for (const wrong of [
      { replicas: 2 },
      { replicaCount: 0 },
      { database: { url: 'postgres://user:password@db/rollcall' } },
      { image: { repository: 'rollcall', digest: 'sha256:abc' } },
      { config: { serverProcesses: 'many' } },
      { persistence: { accessMode: 'ReadOnlyMany' } },
    ])
      expect([wrong, fits({ ...(await defaults()), ...wrong })]).toEqual([wrong, false]);
  });

  it('have the version of the product', async () => {
    const chart = parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')) as Record<string, string>;
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });
});

const go = findGo();

describe.skipIf(!go.path)(`the chart, rendered${go.path ? '' : ` (skipped: ${go.reason})`}`, () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-chart-'));
    program = buildRenderer(go.path ?? '', folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const render = (values: object) => {
    const rendered = renderChart(program, values);
    if ('error' in rendered) throw new Error(rendered.error);
    return rendered;
  };
  const errorOf = (values: object): string => {
    const rendered = renderChart(program, values);
    return 'error' in rendered ? rendered.error : '';
  };
  const kind = (manifests: readonly Manifest[], wanted: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === wanted);
    if (!found) throw new Error(`There is no ${wanted}.`);
    return found;
  };
  const kindsOf = (values: object) =>
    render(values)
      .manifests.map((manifest) => manifest.kind)
      .sort();

  it('has the kinds that the values ask for', () => {
    const always = ['Deployment', 'PersistentVolumeClaim', 'Service', 'ServiceAccount'];
    expect(kindsOf(SETS['what is required'] ?? {})).toEqual([...always, 'PodDisruptionBudget'].sort());
    expect(kindsOf(SETS['one server'] ?? {})).toEqual(always);
    expect(kindsOf(SETS['a claim that exists'] ?? {})).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'Service',
    ]);
    expect(kindsOf(SETS.everything ?? {})).toEqual(
      [...always, 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'ServiceMonitor'].sort(),
    );
  });

  it.each(Object.entries(SETS))('names and selects its own pods only: %s', (_name, values) => {
    const { manifests, notes } = render(values);
    const { template, selector } = kind(manifests, 'Deployment').spec;
    const own = { 'app.kubernetes.io/name': 'rollcall', 'app.kubernetes.io/instance': 'school' };
    expect(selector.matchLabels).toEqual(own);
    expect(template.metadata.labels).toMatchObject(own);
    const selecting = manifests.flatMap(({ kind: of, spec }) => {
      if (of === 'Service') return [spec.selector];
      if (of === 'NetworkPolicy') return [spec.podSelector.matchLabels];
      return of === 'PodDisruptionBudget' || of === 'ServiceMonitor' ? [spec.selector.matchLabels] : [];
    });
    for (const labels of selecting) expect(labels).toEqual(own);
    for (const { apiVersion, metadata } of manifests) {
      expect(apiVersion).toMatch(/^([a-z0-9.]+\/)?v1$/);
      expect(metadata.name).toMatch(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/);
      expect(metadata.labels).toMatchObject({ ...own, 'app.kubernetes.io/managed-by': 'Helm' });
    }
    expect(notes).toContain('rollout status deployment/school-rollcall');
  });

  it.each(Object.entries(SETS))(
    'sets variables that the server has, and no secret: %s',
    async (_name, values) => {
      const { manifests, text } = render(values);
      const [container] = kind(manifests, 'Deployment').spec.template.spec.containers;
      const names: string[] = container.env.map(({ name }: { name: string }) => name);
      const { all, secrets } = await serverVariables();
      expect(all.size).toBeGreaterThan(30);
      expect(names.filter((name) => !all.has(name))).toEqual([]);
      expect(names.filter((name) => secrets.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      for (const { value } of container.env) expect(typeof value).toBe('string');
      expect(manifests.some((manifest) => manifest.kind === 'Secret')).toBe(false);
      expect(text).not.toMatch(/postgres(ql)?:\/\/|smtps?:\/\//);
      // Every file that a variable names is mounted.
      const { volumes } = kind(manifests, 'Deployment').spec.template.spec;
      const mounted = volumes
        .find(({ name }: { name: string }) => name === 'secrets')
        .projected.sources.flatMap(({ secret }: { secret: { items: { path: string }[] } }) =>
          secret.items.map(({ path }) => `/run/secrets/rollcall/${path}`),
        );
      const named = container.env
        .filter(({ name }: { name: string }) => name.endsWith('_FILE'))
        .map(({ value }: { value: string }) => value);
      expect(named.sort()).toEqual(mounted.sort());
    },
  );

  it.each(Object.entries(SETS))('is restricted and has no token of the cluster: %s', (_name, values) => {
    const { manifests } = render(values);
    const { spec } = kind(manifests, 'Deployment').spec.template;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const [container, ...others] = spec.containers;
    expect(others).toEqual([]);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({ requests: { memory: '1Gi' }, limits: { memory: '3Gi' } });
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
    const account = manifests.find((manifest) => manifest.kind === 'ServiceAccount');
    if (account) {
      expect(account.automountServiceAccountToken).toBe(false);
      expect(spec.serviceAccountName).toBe(account.metadata.name);
    }
    const secrets = spec.volumes.find(({ name }: { name: string }) => name === 'secrets');
    expect(secrets.projected.defaultMode).toBe(0o440);
  });

  it('probes addresses that the server has, and stops later than the server does', async () => {
    const { spec } = kind(render(SECRETS).manifests, 'Deployment').spec.template;
    const [container] = spec.containers;
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (name) => container[name].httpGet.path,
    );
    expect(paths).toEqual(['/api/health', '/api/health', '/api/ready']);
    const contract = await readFile(join(ROOT, 'api/src/system/system.contract.ts'), 'utf8');
    for (const path of paths) expect(contract).toContain(`path: '${path.replace('/api', '')}'`);
    expect(container.ports).toEqual([{ name: 'http', containerPort: 5000, protocol: 'TCP' }]);
    const numberOf = (wanted: string) =>
      Number(container.env.find(({ name }: { name: string }) => name === wanted).value);
    const stop = numberOf('STOP_GRACE_SECONDS') + numberOf('STOP_LIMIT_SECONDS');
    // The server closes its parts for 15 seconds more at most.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stop + 15);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(numberOf('STOP_GRACE_SECONDS')).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  it('shares one folder among several servers, and never mounts one of a single node twice', () => {
    const several = render(SECRETS).manifests;
    expect(kind(several, 'PersistentVolumeClaim').spec.accessModes).toEqual(['ReadWriteMany']);
    expect(kind(several, 'Deployment').spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    const one = render({ ...SECRETS, replicaCount: 1 }).manifests;
    expect(kind(one, 'PersistentVolumeClaim').spec.accessModes).toEqual(['ReadWriteOnce']);
    expect(kind(one, 'Deployment').spec.strategy).toEqual({ type: 'Recreate' });
    expect(errorOf({ ...SECRETS, persistence: { accessMode: 'ReadWriteOnce' } })).toContain(
      'must be ReadWriteMany with more than one server',
    );
    const claim = kind(several, 'PersistentVolumeClaim').metadata.name;
    const [data] = kind(several, 'Deployment').spec.template.spec.volumes;
    expect(data.persistentVolumeClaim.claimName).toBe(claim);
    expect(kind(several, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1);
  });

  it('takes an image by its digest, else by its tag, else by its version', () => {
    const image = (values: object) =>
      kind(render({ ...SECRETS, image: values }).manifests, 'Deployment').spec.template.spec.containers[0]
        .image;
    expect(image({})).toBe('rollcall:0.1.0');
    expect(image({ tag: '1.2.3' })).toBe('rollcall:1.2.3');
    expect(image({ tag: '1.2.3', digest: DIGEST })).toBe(`rollcall@${DIGEST}`);
  });

  it('says what is missing', () => {
    expect(errorOf({})).toContain('database.existingSecret is required');
    expect(errorOf({ database: SECRETS.database })).toContain('templateKey.existingSecret is required');
    expect(errorOf({ ...SECRETS, mail: { existingSecret: 'mail' } })).toContain('mail.from is required');
    expect(errorOf({ ...SECRETS, ingress: { enabled: true } })).toContain('ingress.host is required');
    const monitored = { ...SECRETS, metrics: { serviceMonitor: { enabled: true } } };
    expect(errorOf(monitored)).toContain('metrics.existingSecret is required');
  });
});
