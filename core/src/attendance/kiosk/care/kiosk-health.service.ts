import { NETWORK_WINDOW_MS } from '../../../auth/guessing.rules.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { KioskActor } from '../kiosk.types.ts';
import type { CountedHealth, KioskCareRepos } from './care.ports.ts';
import { createDoors } from './doors.ts';
import { answerTimeAt, backlitTimes, isNothing, presenceOf, problemsOf, slotOf } from './health.rules.ts';
import type { KioskCondition, KioskCounts, KioskHealth } from './health.types.ts';

interface Needs {
  readonly clock: Clock;
  readonly repos: KioskCareRepos;
  readonly settings: SettingsReader;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

export interface HealthReport {
  readonly condition: Omit<KioskCondition, 'cameraSince'>;
  /** How long the camera has been so: a duration, because the clock of a device may be wrong. */
  readonly cameraForMs: number;
  readonly counts: KioskCounts;
}

/** What kiosks report about themselves, and what administrators read of it. */
export function createKioskHealth({ clock, repos, settings }: Needs) {
  const openSince = createDoors({ repos, settings });
  return {
    async report({ kioskId }: KioskActor, { condition, cameraForMs, counts }: HealthReport): Promise<void> {
      const now = clock.now();
      const cameraSince = new Date(now.getTime() - cameraForMs);
      await repos.kioskCare.saveCondition(kioskId, { ...condition, cameraSince }, now);
      if (!isNothing(counts)) await repos.kioskCare.addCounts(kioskId, slotOf(now), counts);
    },

    /** Of every paired kiosk; `version` is that of this program. */
    async list(version: string): Promise<KioskHealth[]> {
      const today = await settings.today();
      const { now, zone } = today;
      const isOpen = (await openSince(today)) !== null;
      const counted = await repos.kioskCare.health(
        new Date(now.getTime() - WEEK_MS),
        new Date(now.getTime() - NETWORK_WINDOW_MS),
      );
      return counted.map((each): KioskHealth => {
        const { kioskId, lastSeenAt, condition, busiest, silences, wrongTries } = each;
        const presence = presenceOf(lastSeenAt, now);
        const backlit = backlitTimes(each.light, zone);
        return {
          kioskId,
          presence,
          lastSeenAt,
          condition,
          problems: problemsOf({ presence, condition, backlit, wrongTries }, { version, isOpen }, now),
          backlit,
          ...sumsOf(each),
          busiest,
          silences,
        };
      });
    },
  };
}

function sumsOf({ figures }: CountedHealth) {
  const { asked, secondTries, answerTimes, cameraRestarts } = figures;
  const median = answerTimeAt(0.5, answerTimes);
  const p95 = answerTimeAt(0.95, answerTimes);
  return {
    answerMs: median === null || p95 === null ? null : { median, p95 },
    secondTriesPer100: asked === 0 ? null : Math.round((100 * secondTries) / asked),
    cameraRestarts,
  };
}
