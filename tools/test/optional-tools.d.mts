type Found = { path: string; reason?: never } | { path?: never; reason: string };
export function findHaproxy(): Found;
export function findGo(): Found;
