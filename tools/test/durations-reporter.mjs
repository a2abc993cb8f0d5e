// Vitest reporter: after the run, prints the seconds of each project and of the slowest test files, hooks included.
const SHOWN = 25;

const seconds = (ms) => `${(ms / 1000).toFixed(0).padStart(5)} s`;

export default class DurationsReporter {
  #files = [];

  onTestModuleEnd(module) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic();
    this.#files.push({
      project: module.project.name,
      name: module.relativeModuleId,
      ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    });
  }

  onTestRunEnd() {
    const projects = new Map();
    for (const { project, ms } of this.#files) projects.set(project, (projects.get(project) ?? 0) + ms);
    const lines = [
      'Time by project, of all workers together:',
      ...[...projects]
        .sort(([, one], [, other]) => other - one)
        .map(([name, ms]) => `${seconds(ms)}  ${name}`),
      'Slowest files:',
      ...this.#files
        .sort((one, other) => other.ms - one.ms)
        .slice(0, SHOWN)
        .map(({ project, name, ms }) => `${seconds(ms)}  ${project}: ${name}`),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
