import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { classRule, statusOfSighting } from '../classes/class-marks.rules.ts';
import type { MarkStatus } from '../classes/class-marks.types.ts';
import type { ClassService } from '../classes/classes.service.ts';
import type { RosterEntry } from '../classes/classes.types.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { ConsentService } from '../privacy/consent.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { AnalyseImage } from './analyse-image.ts';
import type { Box, FaceObservation, QualityReason } from './face.types.ts';
import { faceProblem } from './face-quality.rules.ts';
import { galleryKey } from './gallery-keeper.ts';
import { decideGroup } from './group.rules.ts';
import type { IdentifyOutcome } from './match.rules.ts';

type Needs = Pick<Ports, 'repos' | 'gallery'> & {
  announcing: Announcing;
  settings: SettingsService;
  classes: ClassService;
  consent: ConsentService;
  images: AnalyseImage;
};

type Person = Pick<RosterEntry, 'code' | 'name'>;

/** Where a face is in the picture, and whose it is. */
export type GroupFace = { readonly box: Box } & (
  | { readonly outcome: 'named'; readonly person: Person }
  | { readonly outcome: 'unsure'; readonly candidates: readonly Person[] }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'unusable'; readonly reason: QualityReason }
);

export interface GroupPicture {
  readonly width: number;
  readonly height: number;
  readonly faces: readonly GroupFace[];
  /** What the sheet would say of somebody seen in this picture. */
  readonly seenAs: MarkStatus;
  /** On the roster, but never compared: they have no face data, or have not agreed to it. */
  readonly notCompared: readonly (Person & { readonly reason: 'no_face' | 'no_consent' })[];
}

/** A teacher can tell two people apart at a glance; a longer list would be guessing. */
const CHOICES = 2;

/** In a group somebody always blinks. Shut eyes say a person may be asleep at a camera, not who they are. */
const groupProblem = ({ measures }: FaceObservation): QualityReason | null => {
  const problem = faceProblem(measures, 'attendance');
  return problem === 'eyes_closed' ? null : problem;
};

/**
 * Who of a class is in a picture. Only the roster is searched, and of it only those who may be. Nothing of the
 * picture is kept; whom it showed is remembered until the day is over, because the sheet believes the server
 * alone.
 */
export function createGroupIdentificationService(needs: Needs) {
  const { repos, gallery, announcing, settings, classes, consent, images } = needs;

  const compare = async (faces: readonly FaceObservation[], people: readonly RosterEntry[]) => {
    const { profile } = images.engine();
    const among = people.map(({ personId }) => galleryKey(personId));
    const matches = faces.map(({ embedding }) => {
      if (!embedding) throw new Error('The engine was asked to embed and did not.');
      // Everybody, not the nearest few: sharing out the people needs every score.
      return gallery.search({ modelId: profile.modelId, embedding }, { among, limit: among.length });
    });
    const pairs = await repos.faces.lookAlikes();
    const lookAlikes = pairs.map(([a, b]): [string, string] => [galleryKey(a), galleryKey(b)]);
    return decideGroup({ profile, faces: matches, lookAlikes });
  };

  return {
    async identify(actor: Actor, classId: number, image: Uint8Array): Promise<GroupPicture> {
      const schoolClass = await classes.existing(classId);
      const analysis = await images.analyse(image, { scene: 'many', embed: true, liveness: false });
      // Read after the slow part: whoever took consent back meanwhile is not compared.
      const { now, date, zone } = await settings.today();
      const rule = classRule(await settings.timeSettingsOn(date), schoolClass);
      const roster = await repos.classes.roster(classId, date);
      const agreed = await consent.allowedAmong(roster.map(({ personId }) => personId));
      const people = roster.filter(({ personId, hasFaceData }) => hasFaceData && agreed.has(personId));
      const byKey = new Map(people.map((person) => [galleryKey(person.personId), person]));

      const problems = analysis.faces.map(groupProblem);
      const usable = analysis.faces.filter((_, at) => problems[at] === null);
      const decided = await compare(usable, people);
      const outcomes = new Map<FaceObservation, IdentifyOutcome>();
      usable.forEach((face, at) => {
        const outcome = decided[at];
        if (outcome) outcomes.set(face, outcome);
      });

      const person = (key: string): Person[] => {
        const found = byKey.get(key);
        return found ? [{ code: found.code, name: found.name }] : [];
      };
      const faces = analysis.faces.map((face, at): GroupFace => {
        const { box } = face;
        const reason = problems[at];
        if (reason) return { box, outcome: 'unusable', reason };
        const outcome = outcomes.get(face);
        if (outcome?.kind === 'ambiguous')
          return { box, outcome: 'unsure', candidates: outcome.candidates.flatMap(person).slice(0, CHOICES) };
        const [named] = outcome?.kind === 'accepted' ? person(outcome.personId) : [];
        return named ? { box, outcome: 'named', person: named } : { box, outcome: 'unknown' };
      });

      const sightings = decided.flatMap((outcome) => {
        const found = outcome.kind === 'accepted' ? byKey.get(outcome.personId) : undefined;
        return outcome.kind === 'accepted' && found
          ? [{ personId: found.personId, seenAt: now, score: outcome.score }]
          : [];
      });
      const count = (outcome: GroupFace['outcome']) =>
        faces.filter((face) => face.outcome === outcome).length;
      await announcing('classes', async (tx) => {
        await tx.classMarks.see(classId, date, sightings);
        const detail = {
          id: classId,
          faces: faces.length,
          named: count('named'),
          unsure: count('unsure'),
          unknown: count('unknown'),
          unusable: count('unusable'),
        };
        await tx.audit.insert(auditOf(actor, now, 'class_photo_checked', schoolClass.name, detail));
      });
      return {
        width: analysis.width,
        height: analysis.height,
        faces,
        seenAs: statusOfSighting(now, rule, schoolClass, zone),
        notCompared: roster
          .filter(({ personId }) => !byKey.has(galleryKey(personId)))
          .map(({ code, name, hasFaceData }) => ({
            code,
            name,
            reason: hasFaceData ? 'no_consent' : 'no_face',
          })),
      };
    },
  };
}
