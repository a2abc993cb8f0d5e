import type { Actor } from '../../kernel/access.ts';
import type { RegistrableKind } from '../../people/people.types.ts';
import type { MissingProof } from './evidence.rules.ts';
import type { Evidence, EvidenceDemand } from './evidence.types.ts';

/** A range of addresses that counts as the institution's own network. */
export interface PlaceNetwork {
  readonly network: string;
  readonly name: string;
}

/** Port: what counts as a network, and which addresses lie in one. */
export interface NetworkRules {
  /** Whether a text names an address or a range, such as 192.168.1.0/24. */
  isNetwork(text: string): boolean;
  isInNetworks(address: string, networks: readonly string[]): boolean;
}

/** What the people of a class must show, besides what is asked of their kind. */
export interface ClassDemand {
  readonly classId: number;
  readonly name: string;
  readonly demand: EvidenceDemand;
}

export type EvidenceDemands = Readonly<Record<RegistrableKind, EvidenceDemand>>;

export interface EvidenceRepository {
  /** Kinds of people without an entry ask for what new institutions do. */
  demands(): Promise<Partial<EvidenceDemands>>;
  saveDemands(demands: EvidenceDemands): Promise<void>;
  /** By name, then by network. */
  networks(): Promise<PlaceNetwork[]>;
  /** False when it is there already. */
  addNetwork(network: PlaceNetwork, at: Date, addedBy: number): Promise<boolean>;
  removeNetwork(network: string): Promise<boolean>;
  /** The secret of the codes that are shown at the place. */
  placeSecret(): Promise<Uint8Array>;
  /** Whether this session entered a right code after a moment. */
  enteredCodeSince(
    owner: { readonly personId: number; readonly sessionId: number },
    after: Date,
  ): Promise<boolean>;
  /** The classes on whose roster the person is. */
  classesOf(personId: number): Promise<{ readonly id: number; readonly demand: EvidenceDemand | null }[]>;
  /** Classes with a demand of their own, by name. */
  classDemands(): Promise<ClassDemand[]>;
  /** Null: as for everybody. Returns the name of the class, null when there is none. */
  saveClassDemand(classId: number, demand: EvidenceDemand | null): Promise<string | null>;
}

export interface EvidenceRepos {
  readonly evidence: EvidenceRepository;
}

/** What a person's device shows about the place, and what is asked of them. */
export interface PlaceStanding {
  readonly evidence: Evidence;
  readonly demand: EvidenceDemand;
  readonly missing: MissingProof | null;
}

/** Place functions that other features may call. */
export interface PlaceCheck {
  /** Fails with `place_code_wrong` if a code was entered that is shown nowhere for this person. */
  standingOf(actor: Actor, code: string | null): Promise<PlaceStanding>;
}
