import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { SettingsRepos } from '../settings.ports.ts';
import type { FirstStepRepos } from './first-steps.ports.ts';
import { isAllDone, markOf, stepStates } from './first-steps.rules.ts';
import type { FirstStep, FirstStepFacts, FirstStepState, StepMark } from './first-steps.types.ts';

type Repos = AuditRepos & FirstStepRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

type FirstSteps =
  | { readonly isClosed: true }
  | { readonly isClosed: false; readonly steps: readonly FirstStepState[]; readonly facts: FirstStepFacts };

/** The first steps of a new institution: their states come from the data, and from marks where the data cannot tell. */
export function createFirstStepService({ clock, repos, transactAndPublish }: Needs) {
  const read = async (tx: Repos): Promise<FirstSteps> => {
    const marks = await tx.firstSteps.marks();
    if (marks.isClosed) return { isClosed: true };
    const facts = await tx.firstSteps.facts();
    const institution = await tx.settings.institution();
    const kind = institution?.kind ?? 'university';
    return { isClosed: false, steps: stepStates(facts, marks, kind), facts };
  };

  const inTransaction = (
    actor: Actor,
    detail: Readonly<Record<string, string | boolean>>,
    work: (tx: Repos) => Promise<void>,
  ): Promise<void> =>
    transactAndPublish('settings', async (tx) => {
      await tx.settings.lockInstitution();
      const institution = await tx.settings.institution();
      if (!institution) throw new AppError('not_found');
      await work(tx);
      const entry = auditEntry(actor, clock.now(), 'institution_changed', institution.name, detail);
      await tx.audit.insert(entry);
    });

  return {
    read: (): Promise<FirstSteps> => read(repos),

    /** `null` takes back what was said about the step. */
    async mark(actor: Actor, step: FirstStep, mark: StepMark | null): Promise<void> {
      if (mark !== null && mark !== markOf(step))
        throw new AppError('invalid_input', {
          fields: { mark: 'This step is done when the data shows it.' },
        });
      await inTransaction(actor, { first_step: step, mark: mark ?? 'none' }, async (tx) => {
        const { confirmed, skipped } = await tx.firstSteps.marks();
        const others = (steps: readonly FirstStep[]) => steps.filter((each) => each !== step);
        await tx.firstSteps.saveMarks({
          confirmed: mark === 'confirmed' ? [...others(confirmed), step] : others(confirmed),
          skipped: mark === 'skipped' ? [...others(skipped), step] : others(skipped),
        });
      });
    },

    /** Fails with `conflict` while a step is open. */
    close: (actor: Actor): Promise<void> =>
      inTransaction(actor, { first_steps_closed: true }, async (tx) => {
        const now = await read(tx);
        if (!now.isClosed && !isAllDone(now.steps)) throw new AppError('conflict');
        await tx.firstSteps.close();
      }),
  };
}
