/** What the browser grants a page to store. Null where it does not tell. */
export interface StorageState {
  readonly used: number | null;
  readonly granted: number | null;
  readonly isPersistent: boolean;
}

/** Missing in older browsers and on insecure pages. */
const storageOf = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

/** Asks the browser once not to delete what the page stores: the key that makes this device the kiosk. */
export async function askToKeep(): Promise<void> {
  try {
    const storage = storageOf();
    if (storage?.persist && !(await storage.persisted())) await storage.persist();
  } catch {
    // It stays as it is.
  }
}

export async function storageState(): Promise<StorageState> {
  try {
    const storage = storageOf();
    const { usage, quota } = (await storage?.estimate()) ?? {};
    return {
      used: usage === undefined ? null : Math.round(usage),
      granted: quota === undefined ? null : Math.round(quota),
      isPersistent: (await storage?.persisted()) ?? false,
    };
  } catch {
    return { used: null, granted: null, isPersistent: false };
  }
}
