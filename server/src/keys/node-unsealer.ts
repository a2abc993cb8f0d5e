import { createDecipheriv } from 'node:crypto';
import { sealedParts, type Unsealer } from '@rollcall/core/kernel/seal';

const TAG_BYTES = 16;

/**
 * Opens sealed bytes at once. WebCrypto hands every piece to another thread and back, which takes longer than opening it: a
 * server reads hundreds of thousands of templates when it starts (bench/results/gallery.json).
 */
export const nodeUnsealer: Unsealer = {
  open: async (key, sealed, context) => {
    const { iv, content } = sealedParts(sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(content.subarray(-TAG_BYTES));
    const opened = decipher.update(content.subarray(0, -TAG_BYTES));
    decipher.final();
    return new Uint8Array(opened);
  },
};
