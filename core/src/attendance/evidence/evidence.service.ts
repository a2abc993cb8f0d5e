import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { GuardAttempt } from '../../auth/auth.ports.ts';
import type { SchoolClass } from '../../classes/classes.types.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import { type PersonKind, REGISTRABLE_KINDS, type RegistrableKind } from '../../people/people.types.ts';
import type {
  ClassDemand,
  EvidenceDemands,
  EvidenceRepos,
  NetworkRules,
  PlaceCheck,
  PlaceNetwork,
  PlaceStanding,
} from './evidence.ports.ts';
import { allOf, evidenceOf, missingProof } from './evidence.rules.ts';
import type { EvidenceDemand } from './evidence.types.ts';
import { type CodePlace, codeChangesAt, isPlaceCode, placeCodeAt } from './place-code.rules.ts';

type Repos = AuditRepos & EvidenceRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly networks: NetworkRules;
  readonly guardAttempt: GuardAttempt;
}

/** What a new institution asks for: a bare device proves nothing about the place. */
export const DEFAULT_DEMAND: EvidenceDemand = 'network_or_code';

const MAX_NETWORKS = 100;
/** A code that was entered counts for further tries of the same session: nobody types it again after a blurred picture. */
const CODE_HOLDS_MS = 3 * 60_000;

export interface EvidenceSettings {
  readonly demands: EvidenceDemands;
  readonly networks: readonly PlaceNetwork[];
  readonly classes: readonly ClassDemand[];
  /** Where the request comes from, to be added with one tap. */
  readonly ownAddress: string;
  readonly isOwnAddressKnown: boolean;
}

export interface ShownCode {
  readonly code: string;
  /** How long it is still shown. */
  readonly leftMs: number;
  /** The class whose people may use it; null for everybody. */
  readonly className: string | null;
}

/** What a check-in must show besides a face, and the codes that are shown at the place. */
export function createEvidenceService({ clock, repos, transact, networks, guardAttempt }: Needs) {
  const earlier = (ms: number): Date => new Date(clock.now().getTime() - ms);
  const demands = async (): Promise<EvidenceDemands> => {
    const saved = await repos.evidence.demands();
    const of = (kind: RegistrableKind) => saved[kind] ?? DEFAULT_DEMAND;
    return { student: of('student'), teacher: of('teacher'), staff: of('staff'), employee: of('employee') };
  };
  const isRegistrable = (kind: PersonKind): kind is RegistrableKind =>
    REGISTRABLE_KINDS.some((each) => each === kind);
  const isKnownAddress = async (address: string): Promise<boolean> =>
    networks.isInNetworks(
      address,
      (await repos.evidence.networks()).map(({ network }) => network),
    );

  const isShownAt = async (places: readonly CodePlace[], code: string): Promise<boolean> =>
    isPlaceCode(code, await repos.evidence.placeSecret(), places, clock.now());

  /** Fails with `place_code_wrong`; after five of a person within a quarter of an hour with `too_many_attempts`. */
  const checkCode = async (actor: Actor, places: readonly CodePlace[], code: string): Promise<void> => {
    const { personId, address } = actor;
    const right = await guardAttempt({ placeCodeBy: personId }, { address, deviceToken: null }, async () =>
      (await isShownAt(places, code)) ? true : null,
    );
    if (right) return;
    await repos.audit.insert(
      auditEntry(actor, clock.now(), 'face_refused', actor.code, { outcome: 'wrong_code' }),
    );
    throw new AppError('place_code_wrong');
  };

  const standingOf: PlaceCheck['standingOf'] = async (actor, code): Promise<PlaceStanding> => {
    const person = await repos.people.byId(actor.personId);
    if (!person) throw new AppError('user_not_found');
    const classes = await repos.evidence.classesOf(actor.personId);
    if (code !== null) await checkCode(actor, [null, ...classes.map(({ id }) => id)], code);
    const proof = {
      network: await isKnownAddress(actor.address),
      code: code !== null || (await repos.evidence.enteredCodeSince(actor, earlier(CODE_HOLDS_MS))),
    };
    const ofKind = isRegistrable(person.kind) ? (await demands())[person.kind] : DEFAULT_DEMAND;
    const demand = allOf([ofKind, ...classes.flatMap((each) => each.demand ?? [])]);
    return { evidence: evidenceOf(proof), demand, missing: missingProof(proof, demand) };
  };

  return {
    standingOf,

    async settings({ address }: Actor): Promise<EvidenceSettings> {
      return {
        demands: await demands(),
        networks: await repos.evidence.networks(),
        classes: await repos.evidence.classDemands(),
        ownAddress: address,
        isOwnAddressKnown: await isKnownAddress(address),
      };
    },

    async saveDemands(actor: Actor, wanted: EvidenceDemands): Promise<void> {
      await transact(async (tx) => {
        await tx.evidence.saveDemands(wanted);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'evidence_saved', null, { ...wanted }));
      });
    },

    /** Null: the people of the class need what everybody of their kind does. */
    async saveClassDemand(actor: Actor, classId: number, demand: EvidenceDemand | null): Promise<void> {
      await transact(async (tx) => {
        const name = await tx.evidence.saveClassDemand(classId, demand);
        if (name === null) throw new AppError('class_not_found');
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'evidence_saved', name, { class: name, demand: demand ?? 'none' }),
        );
      });
    },

    async addNetwork(actor: Actor, { network, name }: PlaceNetwork): Promise<void> {
      if (!networks.isNetwork(network)) throw new AppError('network_invalid');
      await transact(async (tx) => {
        if ((await tx.evidence.networks()).length >= MAX_NETWORKS) throw new AppError('too_many_networks');
        const isNew = await tx.evidence.addNetwork({ network, name }, clock.now(), actor.personId);
        if (!isNew) throw new AppError('network_taken');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'network_added', null, { network, name }));
      });
    },

    async removeNetwork(actor: Actor, network: string): Promise<void> {
      await transact(async (tx) => {
        if (!(await tx.evidence.removeNetwork(network))) throw new AppError('not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'network_removed', null, { network }));
      });
    },

    /** The code to show in front of a class, or (null) to everybody. */
    async shownCode(of: Pick<SchoolClass, 'id' | 'name'> | null): Promise<ShownCode> {
      const now = clock.now();
      return {
        code: await placeCodeAt(await repos.evidence.placeSecret(), of?.id ?? null, now),
        leftMs: codeChangesAt(now).getTime() - now.getTime(),
        className: of?.name ?? null,
      };
    },
  };
}
