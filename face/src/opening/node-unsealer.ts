import { createDecipheriv } from 'node:crypto';
import { notOpened, sealedParts, type Unsealer } from '@rollcall/core/kernel/seal';

const TAG_BYTES = 16;

/**
 * Opens sealed bytes at once. WebCrypto hands every piece to another thread and back, which takes longer than opening it:
 * a server opens hundreds of thousands of templates when it starts (`npm run bench:gallery`).
 */
export const nodeUnsealer: Unsealer = {
  open: (key, sealed, context) => {
    const { iv, content } = sealedParts(sealed);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(content.subarray(-TAG_BYTES));
      const opened = decipher.update(content.subarray(0, -TAG_BYTES));
      decipher.final();
      return new Uint8Array(opened);
    } catch (error) {
      return notOpened(error);
    }
  },
};
