import { describe, expect, it } from 'vitest';
import { seriesValue, summariseSamples, toSample } from './metrics.ts';

const text = `# HELP rollcall_process_resident_memory_bytes Resident memory size in bytes.
# TYPE rollcall_process_resident_memory_bytes gauge
rollcall_process_resident_memory_bytes 524288000
rollcall_nodejs_eventloop_lag_p99_seconds 0.012
rollcall_nodejs_eventloop_lag_mean_seconds 0.0105
rollcall_face_images{state="running"} 2
rollcall_face_images{state="waiting"} 7
rollcall_http_requests_running 9
rollcall_http_event_streams 200
rollcall_process_cpu_seconds_total 12.5
`;

describe('figures of a server', () => {
  it('are read from the text of Prometheus, by name and labels', () => {
    expect(seriesValue(text, 'rollcall_face_images', '{state="waiting"}')).toBe(7);
    expect(seriesValue(text, 'rollcall_face_images')).toBe(0);
    expect(toSample(text, 5)).toMatchObject({
      at: 5,
      memory_mb: 500,
      loop_p99_ms: 12,
      faces_waiting: 7,
      requests_running: 9,
      streams: 200,
      cpu_seconds: 12.5,
    });
  });

  it('are summed up: the most, and processor time over the time between', () => {
    const first = toSample(text, 0);
    const last = { ...first, at: 10_000, memory_mb: 700, faces_waiting: 31, cpu_seconds: 30, streams: 199 };
    const middle = { ...last, at: 5_000, memory_mb: 900 };
    expect(summariseSamples([first, middle, last])).toMatchObject({
      memory_mb: { first: 500, most: 900, last: 700 },
      pictures_waiting: { p50: 31, most: 31 },
      streams_least: 199,
      cores_used: 1.75,
    });
  });
});
