import type { PinRepos } from '../auth/pins/pins.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { PeopleRepos } from '../people/people.ports.ts';

/** People of the demo school whose numbers and PINs every visitor is told: two, so that one is left to try again. */
export const DEMO_PINS = [
  { code: 'STU001', pin: '4711' },
  { code: 'TCH002', pin: '2580' },
] as const;

interface Needs {
  readonly repos: PinRepos & Pick<PeopleRepos, 'people'>;
  readonly savePin: (actor: Actor, pin: string) => Promise<void>;
}

/** Gives them their PINs, in their own names, as people choose one. A PIN that a visitor chose stays. */
export async function giveDemoPins({ repos, savePin }: Needs): Promise<void> {
  for (const { code, pin } of DEMO_PINS) {
    const person = await repos.people.byCode(code);
    if (!person || (await repos.pins.changedAt(person.id))) continue;
    const { id: personId, role, name } = person;
    await savePin(
      {
        personId,
        role,
        name,
        code,
        hasAttendance: true,
        sections: null,
        classIds: [],
        sessionId: 0,
        onlyActions: null,
        mustDo: null,
        confirmedAt: null,
        address: 'the demo',
      },
      pin,
    );
  }
}
