import { deflateRawSync } from 'node:zlib';
import type { ArchiveHead } from '@rollcall/core/backup/archive/archive-head';
import { openFile, sealFile } from '@rollcall/core/backup/archive/sealed-file';
import { chunksOf, oneChunk } from '@rollcall/core/kernel/byte-streams';
import type { TestApp } from './test-app.ts';

/** Writes a zip file with stored and deflated entries in turn. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Uint8Array<ArrayBuffer> {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const method = centrals.length % 2 === 0 ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, central, end]));
}

async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

/** The content of an archive that the master key opens, as rows by table. */
export interface ArchiveContent {
  readonly head: ArchiveHead;
  tables: Record<string, Record<string, unknown>[]>;
  sequences: Record<string, unknown>;
}

export async function openArchive(app: TestApp, archive: Uint8Array<ArrayBuffer>): Promise<ArchiveContent> {
  const { head, content } = await openFile(app.keyNeeds, oneChunk(archive), {
    format: 'rollcall-backup',
    passphrase: null,
  });
  const tables: ArchiveContent['tables'] = {};
  let sequences = {};
  let rows: Record<string, unknown>[] = [];
  for (const line of Buffer.from(await allOf(content))
    .toString()
    .split('\n')
    .filter(Boolean)) {
    if (!line.startsWith('#')) {
      rows.push(JSON.parse(line));
      continue;
    }
    const marker = JSON.parse(line.slice(1));
    if (marker.end) ({ sequences } = marker.end);
    else {
      rows = [];
      tables[marker.table] = rows;
    }
  }
  return { head, tables, sequences };
}

/** Seals changed content again with the master key, as somebody with a key or passphrase of their own could. */
export async function sealArchive(
  app: TestApp,
  { head, tables, sequences }: ArchiveContent,
  change: { readonly head?: Partial<ArchiveHead>; readonly lines?: (text: string) => string } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const counts = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
  const lines = Object.entries(tables).flatMap(([table, rows]) => [
    `#${JSON.stringify({ table })}`,
    ...rows.map((row) => JSON.stringify(row)),
  ]);
  const text = `${lines.join('\n')}\n#${JSON.stringify({ end: { counts, sequences } })}\n`;
  const { key: _, version: __, ...about } = { ...head, counts, ...change.head };
  const content = oneChunk(new TextEncoder().encode(change.lines?.(text) ?? text));
  return allOf(sealFile(app.keyNeeds, about, { by: 'master' }, content));
}

/** Tables of a backup made by the first release that had backups of this kind (schema 7). */
const TABLES_OF_SCHEMA_7 = [
  'institution people credentials notices notice_readers classes class_members class_sessions time_rules check_ins',
  'attendance_days audit face_templates look_alikes holidays leaves closed_days corrections backup_schedule',
  'privacy_settings consents class_marks',
].flatMap((names) => names.split(' '));

/** The same backup as that release would have made it. */
export async function asSchema7(app: TestApp, archive: Uint8Array<ArrayBuffer>) {
  const content = await openArchive(app, archive);
  const tables = Object.fromEntries(
    Object.entries(content.tables)
      .filter(([table]) => TABLES_OF_SCHEMA_7.includes(table))
      .map(([table, rows]) => [table, rows.map(({ uid: _, subject_id: __, ...row }) => row)]),
  );
  return sealArchive(app, { ...content, tables }, { head: { schema: 7 } });
}

/** Makes a backup sealed with the master key and downloads it. */
export async function makeArchive(app: TestApp): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await app.admin('POST', '/admin/backup/database');
  const response = await app.download(`/admin/download/${body.backup_file}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Uploads an archive and asks for a dry run or a restore of it. */
export async function restoreOf(app: TestApp, archive: Uint8Array<ArrayBuffer>, { dryRun = false } = {}) {
  const { body } = await app.upload('/admin/restore/upload', archive);
  return app.admin('POST', '/admin/restore', {
    upload: body.upload,
    dry_run: dryRun,
    institution_name: 'Test School',
  });
}

/** Downloads a backup sealed with the master key and returns its decrypted content. */
export async function archiveText(app: TestApp, file: string): Promise<string> {
  const response = await app.download(`/admin/download/${file}`);
  const chunks = chunksOf(new Blob([await response.arrayBuffer()]).stream());
  const { content } = await openFile(app.keyNeeds, chunks, { format: 'rollcall-backup', passphrase: null });
  return Buffer.from(await allOf(content)).toString();
}
