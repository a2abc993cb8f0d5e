/** What the camera of a kiosk does. `none`: it recognises no faces. */
export const CAMERA_CONDITIONS = [
  'none',
  'starting',
  'ready',
  'paused',
  'denied',
  'missing',
  'busy',
  'timed_out',
  'insecure',
  'unavailable',
] as const;
export type CameraCondition = (typeof CAMERA_CONDITIONS)[number];

/** What happened in front of a kiosk since its last report. Figures only: nobody can be told from them. */
export interface KioskCounts {
  /** Looks into the camera that the server was asked about. */
  readonly asked: number;
  /** Those of them that were answered. */
  readonly answered: number;
  /** Looks that followed a refusal within seconds: most likely the same person again. */
  readonly secondTries: number;
  /** How many answers took how long, from a still face on; see `ANSWER_TIME_EDGES`. */
  readonly answerTimes: readonly number[];
  /** How often the camera was opened again because it stalled or was gone. */
  readonly cameraRestarts: number;
  /** Faces that somebody held in front of the camera, and those of them with the light behind them. */
  readonly faces: number;
  readonly backlitFaces: number;
}

/** How a kiosk is now. */
export interface KioskCondition {
  readonly appVersion: string;
  readonly camera: CameraCondition;
  readonly cameraSince: Date;
  /** Mean luminance of the picture, 0..1; null without a picture. */
  readonly brightness: number | null;
  /** The clock of the device minus the clock of the server. */
  readonly clockOffsetMs: number;
  /** Null where the browser does not tell. */
  readonly storageUsed: number | null;
  readonly storageGranted: number | null;
  /** Whether the browser promised not to delete what the page stored. */
  readonly isStoragePersistent: boolean;
  /** What waits to be sent. */
  readonly queue: number;
  /** Entries that the server refused for good: they are kept on the device for some days. */
  readonly undelivered: number;
  /** Whether the page keeps the screen on. */
  readonly hasWakeLock: boolean;
}

export interface StoredCondition extends KioskCondition {
  readonly at: Date;
}

/** What a kiosk counted within ten minutes. */
export interface LightSlot {
  readonly at: Date;
  readonly faces: number;
  readonly backlitFaces: number;
}

/** Figures of the last seven days. */
export interface KioskFigures {
  readonly asked: number;
  readonly secondTries: number;
  readonly cameraRestarts: number;
  readonly answerTimes: readonly number[];
}

/** A time during which a kiosk was not heard of while the institution was open. */
export interface Silence {
  readonly id: string;
  readonly since: Date;
  /** Null while it goes on. */
  readonly backAt: Date | null;
}

/** A part of the day, in local minutes. */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/** Something about a kiosk that somebody can do something about. */
export const KIOSK_PROBLEMS = [
  'silent',
  'camera_denied',
  'camera_missing',
  'camera_busy',
  'camera_failed',
  'backlit',
  'dark',
  'clock',
  'old_version',
  'undelivered',
  'many_wrong',
  'storage_full',
  'screen_may_sleep',
] as const;
export type KioskProblem = (typeof KIOSK_PROBLEMS)[number];

/** `online`: heard of within two minutes. */
export type KioskPresence = 'online' | 'silent' | 'never_seen';

/** The health of a paired kiosk, as administrators read it. */
export interface KioskHealth {
  readonly kioskId: string;
  readonly presence: KioskPresence;
  readonly lastSeenAt: Date | null;
  /** Null until the first report. */
  readonly condition: StoredCondition | null;
  readonly problems: readonly KioskProblem[];
  readonly backlit: readonly MinuteRange[];
  /** Null while nobody was answered. */
  readonly answerMs: { readonly median: number; readonly p95: number } | null;
  readonly secondTriesPer100: number | null;
  /** The ten minutes with most check-ins; null without any. */
  readonly busiest: { readonly at: Date; readonly people: number } | null;
  readonly cameraRestarts: number;
  /** Of the last seven days, newest first. */
  readonly silences: readonly Silence[];
}
