import { percentile } from '../shared/timing.ts';

/** Figures of a server at one moment, as `/metrics` tells them. */
export interface Sample {
  /** Milliseconds since the first one. */
  readonly at: number;
  readonly memory_mb: number;
  /** Delay of the event loop since the figures were read before, with the 10 ms between two looks of the library. */
  readonly loop_mean_ms: number;
  readonly loop_p99_ms: number;
  readonly faces_waiting: number;
  readonly requests_running: number;
  readonly streams: number;
  readonly connections_waited_for: number;
  readonly cpu_seconds: number;
}

/** The value of a series of Prometheus' text; 0 where it is missing. `labels` as they are written. */
export function seriesValue(text: string, name: string, labels = ''): number {
  const wanted = `${name}${labels} `;
  const line = text.split('\n').find((each) => each.startsWith(wanted));
  return line === undefined ? 0 : Number(line.slice(wanted.length).split(' ')[0]);
}

export const toSample = (text: string, at: number): Sample => ({
  at,
  memory_mb: Math.round(seriesValue(text, 'rollcall_process_resident_memory_bytes') / 2 ** 20),
  loop_mean_ms: seriesValue(text, 'rollcall_nodejs_eventloop_lag_mean_seconds') * 1000,
  loop_p99_ms: seriesValue(text, 'rollcall_nodejs_eventloop_lag_p99_seconds') * 1000,
  faces_waiting: seriesValue(text, 'rollcall_face_images', '{state="waiting"}'),
  requests_running: seriesValue(text, 'rollcall_http_requests_running'),
  streams: seriesValue(text, 'rollcall_http_event_streams'),
  connections_waited_for: seriesValue(text, 'rollcall_database_connections', '{state="waited_for"}'),
  cpu_seconds: seriesValue(text, 'rollcall_process_cpu_seconds_total'),
});

/** What is told of many samples. */
export function summariseSamples(samples: readonly Sample[]) {
  const of = (pick: (sample: Sample) => number) => samples.map(pick).toSorted((a, b) => a - b);
  const [first, last] = [samples[0], samples.at(-1)];
  const most = (pick: (sample: Sample) => number) => percentile(of(pick), 100);
  const seconds = first && last ? (last.at - first.at) / 1000 : 0;
  return {
    samples: samples.length,
    memory_mb: {
      first: first?.memory_mb ?? 0,
      most: most(({ memory_mb }) => memory_mb),
      last: last?.memory_mb ?? 0,
    },
    event_loop_delay_ms: {
      p50_of_means: percentile(
        of(({ loop_mean_ms }) => loop_mean_ms),
        50,
      ),
      p50_of_p99: percentile(
        of(({ loop_p99_ms }) => loop_p99_ms),
        50,
      ),
      most_of_p99: most(({ loop_p99_ms }) => loop_p99_ms),
    },
    pictures_waiting: {
      p50: percentile(
        of(({ faces_waiting }) => faces_waiting),
        50,
      ),
      p95: percentile(
        of(({ faces_waiting }) => faces_waiting),
        95,
      ),
      most: most(({ faces_waiting }) => faces_waiting),
    },
    requests_running_most: most(({ requests_running }) => requests_running),
    streams_least: percentile(
      of(({ streams }) => streams),
      0,
    ),
    connections_waited_for_most: most(({ connections_waited_for }) => connections_waited_for),
    cores_used:
      seconds > 0 && first && last
        ? Number(((last.cpu_seconds - first.cpu_seconds) / seconds).toFixed(2))
        : 0,
  };
}

/** Reads the figures of a server every few seconds until it is stopped. A server that does not answer in time is left out. */
export function sampleMetrics(url: string, everyMs = 5_000) {
  const samples: Sample[] = [];
  const began = performance.now();
  let isReading = false;
  const read = async () => {
    if (isReading) return;
    isReading = true;
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    const text = response?.ok ? await response.text().catch(() => null) : null;
    if (text !== null) samples.push(toSample(text, Math.round(performance.now() - began)));
    isReading = false;
  };
  const timer = setInterval(() => void read(), everyMs);
  void read();
  return {
    samples,
    stop: async (): Promise<readonly Sample[]> => {
      clearInterval(timer);
      await read();
      return samples;
    },
  };
}
