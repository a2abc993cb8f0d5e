import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '../../../lib/format/format.ts';
import type { KioskHealth } from './kiosk-health.queries.ts';

/** A clock that is off by less than this is right for anybody who looks at it. */
const RIGHT_MS = 5_000;
const DARK = 0.12;
const BRIGHT = 0.85;

/** How a kiosk is now, as terms and values. */
export function useHealthFacts(health: KioskHealth, version: string): (readonly [string, string])[] {
  const { t } = useTranslation('kioskHealth');
  const format = useFormat();
  const { report, last_seen_at } = health;
  if (!report) return [];
  const light = (brightness: number | null) => {
    if (brightness === null) return t('light.unknown');
    return t(brightness < DARK ? 'light.dark' : brightness > BRIGHT ? 'light.bright' : 'light.good');
  };
  const clock = (offset: number) => {
    if (Math.abs(offset) < RIGHT_MS) return t('clock.right');
    return t(offset > 0 ? 'clock.ahead' : 'clock.behind', { time: durationText(format, Math.abs(offset)) });
  };
  const storage = () => {
    const { storage_used: used, storage_granted: granted, storage_persistent: isKept } = report;
    if (used === null || granted === null) return t('storage.unknown');
    const sizes = { used: format.bytes(used), granted: format.bytes(granted) };
    return format.line([t('storage.of', sizes), t(isKept ? 'storage.kept' : 'storage.notKept')]);
  };
  return [
    [t('facts.seen'), last_seen_at ? format.recentMoment(last_seen_at) : t('never')],
    [
      t('facts.version'),
      report.app_version === version
        ? version
        : t('versionOld', { version: report.app_version, server: version }),
    ],
    [
      t('facts.camera'),
      report.camera === 'none'
        ? t('camera.none')
        : t('cameraSince', {
            camera: t(`camera.${report.camera}`),
            since: format.recentMoment(report.camera_since),
          }),
    ],
    [t('facts.light'), light(report.brightness)],
    [t('facts.clock'), clock(report.clock_offset_ms)],
    [t('facts.queue'), format.number(report.queue)],
    [t('facts.storage'), storage()],
    [t('facts.screen'), t(report.wake_lock ? 'screen.on' : 'screen.mayOff')],
  ];
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** A duration in its largest unit. */
export function durationText(format: Pick<Format, 'locale'>, ms: number): string {
  const [length, unit] = UNITS.find(([each]) => ms >= each) ?? [1_000, 'second'];
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(format.locale, options).format(ms / length);
}

/** Figures of the last seven days, each with what it means. */
export function useWeekFigures(health: KioskHealth) {
  const { t } = useTranslation('kioskHealth');
  const format = useFormat();
  const { busiest, answer_ms, second_tries_per_100: secondTries, camera_restarts: restarts } = health;
  const figures: { term: string; value: string; hint: string }[] = [];
  if (busiest)
    figures.push({
      term: t('week.perMinute'),
      value: format.number(busiest.people / 10),
      hint: t('week.perMinuteHint', { when: format.recentMoment(busiest.at) }),
    });
  if (answer_ms)
    figures.push(
      { term: t('week.median'), value: durationText(format, answer_ms.median), hint: t('week.medianHint') },
      { term: t('week.p95'), value: durationText(format, answer_ms.p95), hint: t('week.p95Hint') },
    );
  if (secondTries !== null)
    figures.push({
      term: t('week.secondTries'),
      value: format.number(secondTries),
      hint: t('week.secondTriesHint'),
    });
  if (figures.length > 0 || restarts > 0)
    figures.push({ term: t('week.restarts'), value: format.number(restarts), hint: t('week.restartsHint') });
  return figures;
}
