interface Figure {
  /** Its lines HELP and TYPE. */
  readonly head: Set<string>;
  readonly samples: string[];
}

/**
 * Puts figures of several processes together in Prometheus' text format, in which all samples of a name stand below one
 * head. The samples differ in the label `process`.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const figures = new Map<string, Figure>();
  for (const text of texts) {
    let figure: Figure | null = null;
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        figure = figures.get(name) ?? { head: new Set(), samples: [] };
        figures.set(name, figure);
        figure.head.add(line);
      } else if (line !== '') figure?.samples.push(line);
    }
  }
  return [...figures.values()].map(({ head, samples }) => [...head, ...samples, ''].join('\n')).join('\n');
}
