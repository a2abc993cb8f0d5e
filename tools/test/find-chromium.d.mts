export function installedChromium(): Promise<string | null>;
export function installedShell(): Promise<string | null>;
export function findChromium(): Promise<{ path: string; reason?: never } | { path?: never; reason: string }>;
