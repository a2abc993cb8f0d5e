import type { SharedAnswers } from '../../../events/events.ports.ts';
import { type Actor, INSTITUTION, type Reach, requireReach } from '../../../kernel/access.ts';
import { later } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { SettingsReader, Today } from '../../../settings/settings.ports.ts';
import type { ExitPinRepos } from '../../kiosk/exit/exit-pin.ports.ts';
import type { KioskActor } from '../../kiosk/kiosk.types.ts';
import type { PersonSigns, PresentRepos } from './present.ports.ts';
import { type Presence, presenceOf, SIGN_COUNTS_MS } from './present.rules.ts';

type Repos = ExitPinRepos & PresentRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly share: SharedAnswers;
}

/** A person who was seen, and where. */
export interface PresentPerson extends Pick<PersonSigns, 'id' | 'code' | 'name' | 'kind' | 'classSection'> {
  readonly presence: Exclude<Presence, { state: 'not_seen' }>;
}

export interface PresentList {
  readonly today: Today;
  readonly present: readonly PresentPerson[];
  readonly left: readonly PresentPerson[];
  /** People of the day's list who were not seen. */
  readonly notSeen: number;
}

/** Who is in and not out at this moment. */
export function createPresentService({ repos, settings, share }: Needs) {
  const listOf = async (reach: Reach): Promise<PresentList> => {
    const today = await settings.today();
    const seen: PresentPerson[] = [];
    let notSeen = 0;
    const { date, now, zone } = today;
    for (const person of await repos.present.signs(date, later(now, -SIGN_COUNTS_MS), reach)) {
      const presence = presenceOf(person, date, now, zone);
      const { id, code, name, kind, classSection } = person;
      if (presence.state === 'not_seen') notSeen += 1;
      else seen.push({ id, code, name, kind, classSection, presence });
    }
    const inState = (state: 'in' | 'left') => seen.filter(({ presence }) => presence.state === state);
    return { today, present: inState('in'), left: inState('left'), notSeen };
  };

  /** Every open page and each kiosk that keeps the list asks for it after a change. */
  const sharedList = (reach: Reach): Promise<PresentList> =>
    share(`present ${JSON.stringify(reach)}`, () => listOf(reach));

  return {
    /** Of everybody whom the actor reaches. */
    read: (actor: Actor): Promise<PresentList> => sharedList(requireReach(actor, 'people.read')),

    /** Of everybody, for a drill. */
    whole: (): Promise<PresentList> => listOf(INSTITUTION),

    /** Of everybody, whomever the kiosk recognises: a list for a fire is whole. */
    async forKiosk({ kiosk }: KioskActor): Promise<PresentList> {
      if (!kiosk.keepsPresent || !(await repos.exitPin.read())) throw new AppError('kiosk_list_off');
      return sharedList(INSTITUTION);
    },
  };
}

export type PresentService = ReturnType<typeof createPresentService>;
