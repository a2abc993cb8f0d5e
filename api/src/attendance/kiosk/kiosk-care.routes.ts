import type { KioskHealth, MinuteRange } from '@rollcall/core/attendance/kiosk/care/health.types';
import type { HealthReport } from '@rollcall/core/attendance/kiosk/care/kiosk-health.service';
import { timeOfMinutes } from '@rollcall/core/kernel/local-date';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { kioskOf } from '../../http/access.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './kiosk-care.contract.ts';

function reportFrom({ counts, ...sent }: z.infer<typeof contract.healthBody>): HealthReport {
  return {
    condition: {
      appVersion: sent.app_version,
      camera: sent.camera,
      brightness: sent.brightness,
      clockOffsetMs: sent.clock_offset_ms,
      storageUsed: sent.storage_used,
      storageGranted: sent.storage_granted,
      isStoragePersistent: sent.storage_persistent,
      queue: sent.queue,
      undelivered: sent.undelivered,
      hasWakeLock: sent.wake_lock,
    },
    cameraForMs: sent.camera_for_ms,
    counts: {
      asked: counts.asked,
      answered: counts.answered,
      secondTries: counts.second_tries,
      answerTimes: counts.answer_times,
      cameraRestarts: counts.camera_restarts,
      faces: counts.faces,
      backlitFaces: counts.backlit_faces,
    },
  };
}

const LAST_MINUTE = 24 * 60 - 1;
const presentRange = ({ from, to }: MinuteRange) => ({
  from: timeOfMinutes(from),
  to: timeOfMinutes(Math.min(to, LAST_MINUTE)),
});

function presentHealth(health: KioskHealth): z.infer<typeof contract.wireKioskHealth> {
  const { condition, busiest, answerMs } = health;
  return {
    kiosk_id: health.kioskId,
    presence: health.presence,
    last_seen_at: health.lastSeenAt?.toISOString() ?? null,
    problems: [...health.problems],
    report: condition && {
      at: condition.at.toISOString(),
      app_version: condition.appVersion,
      camera: condition.camera,
      camera_since: condition.cameraSince.toISOString(),
      brightness: condition.brightness,
      clock_offset_ms: condition.clockOffsetMs,
      storage_used: condition.storageUsed,
      storage_granted: condition.storageGranted,
      storage_persistent: condition.isStoragePersistent,
      queue: condition.queue,
      undelivered: condition.undelivered,
      wake_lock: condition.hasWakeLock,
    },
    backlit: health.backlit.map(presentRange),
    answer_ms: answerMs && { median: answerMs.median, p95: answerMs.p95 },
    second_tries_per_100: health.secondTriesPer100,
    busiest: busiest && { at: busiest.at.toISOString(), people: busiest.people },
    camera_restarts: health.cameraRestarts,
    silences: health.silences.map(({ since, backAt }) => ({
      since: since.toISOString(),
      back_at: backAt?.toISOString() ?? null,
    })),
  };
}

/** What kiosks report about themselves. `version` is that of the program. */
export function kioskCareRoutes({ kioskHealth }: Services, { version }: { readonly version: string }) {
  return createRouter()
    .openapi(contract.reportHealth, async (c) => {
      await kioskHealth.report(kioskOf(c), reportFrom(c.req.valid('json')));
      return c.json({ version }, 200);
    })
    .openapi(contract.listHealth, async (c) => {
      const kiosks = await kioskHealth.list(version);
      return c.json({ version, kiosks: kiosks.map(presentHealth) }, 200);
    });
}
