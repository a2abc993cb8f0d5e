import { chunksOf } from '@rollcall/core/backup/byte-streams';
import { openFile } from '@rollcall/core/backup/sealed-file';
import type { TestApp } from './test-app.ts';

/** A backup of this app, downloaded and opened: everything that is in it. */
export async function archiveText(app: TestApp, file: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await app.adminToken()}` };
  const response = await app.app.request(`/api/admin/download/${file}`, { headers });
  const { content } = await openFile(
    app.keyNeeds,
    chunksOf(new Blob([await response.arrayBuffer()]).stream()),
    {
      format: 'rollcall-backup',
      passphrase: null,
    },
  );
  const parts: Uint8Array[] = [];
  for await (const chunk of content) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
