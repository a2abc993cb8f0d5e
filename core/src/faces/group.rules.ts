import { assignOneToOne } from './assignment.rules.ts';
import type { GalleryMatch, RecogniserProfile } from './face.ports.ts';
import { decideIdentification, type IdentifyOutcome, type LookAlikePair } from './match.rules.ts';

/**
 * Who is who in one picture: a person can be only one of the faces. The faces share out the people so that the
 * sum of the scores is highest; each face must then pass the usual rule against everybody nobody else took.
 */
export function decideGroup(input: {
  readonly profile: RecogniserProfile;
  /** For each face the nearest people, as the gallery answers. */
  readonly faces: readonly (readonly GalleryMatch[])[];
  readonly lookAlikes: readonly LookAlikePair[];
}): IdentifyOutcome[] {
  const { profile, faces, lookAlikes } = input;
  const people = [...new Set(faces.flatMap((matches) => matches.map((match) => match.personId)))];
  const scores = faces.map((matches) => {
    const byPerson = new Map(matches.map((match) => [match.personId, match.score]));
    return people.map((personId) => byPerson.get(personId) ?? -1);
  });
  const chosen = assignOneToOne(scores, profile.identifyThreshold);
  const taken = chosen.map((column) => (column === null ? null : (people[column] ?? null)));
  return faces.map((matches, face) => {
    const own = taken[face];
    const free = matches.filter(
      ({ personId }) => personId === own || !taken.some((other, at) => at !== face && other === personId),
    );
    const outcome = decideIdentification({ profile, matches: free, lookAlikes });
    if (outcome.kind !== 'accepted') return outcome;
    // Nearer to somebody who is already another face: a second likeness of that person, not whoever comes next.
    const nearer = matches.filter((match) => match.score > outcome.score);
    if (outcome.personId === own && nearer.length === 0) return outcome;
    return { kind: 'ambiguous', candidates: [...nearer.map((match) => match.personId), outcome.personId] };
  });
}
