interface Attempted {
  readonly attack: string;
  readonly policy: string;
  readonly passed: number;
  readonly tries: number;
  readonly ci95: readonly [number, number];
}
/** The parts of bench/results/attack.json that pages show. */
export interface AttackResult {
  readonly genuine: readonly {
    readonly policy: string;
    readonly accepted: number;
    readonly tries: number;
    readonly ci95: readonly [number, number];
  }[];
  readonly injected: readonly Attempted[];
  readonly places: readonly {
    readonly demand: string;
    readonly passed: number;
    readonly tries: number;
    readonly ci95: readonly [number, number];
  }[];
}

/** The attacks by their names in the result. Those with `step-up` are shown as such. */
const ATTACKS: Readonly<Record<AttackRowName, readonly [string, string]>> = {
  still_step_up: ['a still photo', 'step-up'],
  still: ['a still photo', 'always'],
  touched: ['… cropped or blurred', 'always'],
  sheared: ['… squeezed and sheared', 'always'],
  bent: ['… bent by the mesh', 'always'],
  eyelids: ['… bent, with pasted eyelids', 'always'],
  swapped: ['the face on somebody who moves', 'always'],
  recording: ['one fixed recording', 'always'],
  unasked: ['more movements than asked', 'always'],
  mirrored_right: ['a mirrored right turn', 'always'],
  mirrored_left: ['a mirrored left turn', 'always'],
  stranger: ['somebody else moves', 'always'],
  screen: ['filmed from a screen', 'always'],
  mixed: ['movements filmed from a screen', 'always'],
  reused: ['pictures of an earlier check-in', 'always'],
};
const NAMES = Object.keys(ATTACKS) as AttackRowName[]; // the keys of a record are its type's

const row = <Name extends string>(
  name: Name,
  { passed, tries, ci95 }: Pick<Attempted, 'passed' | 'tries' | 'ci95'>,
): AttackRow<Name> => ({ row: name, passed, tries, low: ci95[0], high: ci95[1] });

export function attackRows({ injected }: AttackResult): AttackRow<AttackRowName>[] {
  return NAMES.flatMap((name) => {
    const [attack, policy] = ATTACKS[name];
    const found = injected.find((each) => each.attack === attack && each.policy === policy);
    return found ? [row(name, found)] : [];
  });
}

/** How many people themselves were accepted at the first try. */
export function genuineRows({ genuine }: AttackResult): AttackRow<GenuineRowName>[] {
  return (['step-up', 'always'] as const).flatMap((policy) => {
    const found = genuine.find((each) => each.policy === policy);
    return found ? [row(policy, { ...found, passed: found.accepted })] : [];
  });
}

/** The best attack, a person's own film, from elsewhere: with every proof of the place, and the code guessed or not. */
export function placeRows({ places }: AttackResult): AttackRow<PlaceRowName>[] {
  return (['kiosk', 'network_and_code', 'network', 'code', 'network_or_code', 'device'] as const).flatMap(
    (demand) => {
      const own = places.filter((each) => each.demand === demand);
      const [worst] = own.toSorted((a, b) => b.passed / b.tries - a.passed / a.tries);
      return worst ? [row(demand, worst)] : [];
    },
  );
}
