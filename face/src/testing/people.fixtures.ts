/** Paths in the `people` package. */
const LABELED = 'example/labeled_face';
const UNKNOWN = 'example/unknown_face';
const unsplash = (person: string, id: string) => `${LABELED}/${person}/joshua-rondeau-${id}-unsplash.jpg`;

export interface FixturePerson {
  readonly id: string;
  /** Three photos usable for enrolment. */
  readonly enrol: readonly string[];
  /** Other usable photos. */
  readonly probes: readonly string[];
}

export const FIXTURE_PEOPLE: readonly FixturePerson[] = [
  {
    id: 'emily',
    enrol: ['0BQdiHKqs6o', 'eZoYfRaEP6k', '6z_C6OQBb4M'].map((id) => unsplash('emily willis', id)),
    probes: [unsplash('emily willis', 'GFoYfREqLg8'), `${UNKNOWN}/sample (3).jpg`],
  },
  {
    id: 'jessica',
    enrol: ['3_sGB2ON4X0', '5gVL8K0j5mo', 'GlMD_9Zj8VM'].map((id) => unsplash('jessica smith', id)),
    probes: [
      unsplash('jessica smith', '8yqEwuvMi9Q'),
      unsplash('jessica smith', 'ci4qo_0P21M'),
      `${UNKNOWN}/sample (4).jpg`,
    ],
  },
  {
    id: 'laura',
    enrol: ['image(1)', 'image(4)', 'image(5)'].map((name) => `${LABELED}/laura tilling/${name}.jpg`),
    probes: [`${LABELED}/laura tilling/image(3).jpg`, `${UNKNOWN}/sample (5).jpg`],
  },
  {
    id: 'tara',
    enrol: [
      ...['-Cy8xsGVbMg', '3yXxAfQSrXM'].map((id) => unsplash('tara sanford', id)),
      `${UNKNOWN}/sample (2).jpg`,
    ],
    probes: [unsplash('tara sanford', 'UaDiRMMcwe4')],
  },
];

/** All four people. */
export const GROUP_PICTURE = `${UNKNOWN}/sample (1).jpg`;
/** Photos that must be refused, by their reason. */
export const UNUSABLE = {
  profile: `${LABELED}/laura tilling/image(6).jpg`,
  eyesClosed: unsplash('emily willis', 'FlvhN1W7iDw'),
};
