import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassReader, ClassRepos } from '../classes/classes.ports.ts';
import { classRule, statusOfSighting } from '../classes/classes.rules.ts';
import type { MarkStatus, RosterEntry } from '../classes/classes.types.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, INSTITUTION } from '../kernel/access.ts';
import type { ConsentCheck } from '../privacy/privacy.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { Comparisons } from './comparisons.ts';
import type { FaceRepos } from './face.ports.ts';
import type { Box, FaceObservation, QualityReason } from './face.types.ts';
import { faceProblem } from './face-quality.rules.ts';
import { type FaceGallery, galleryKey } from './gallery.ports.ts';
import type { GallerySync } from './gallery-sync.ts';
import type { ImageAnalyser } from './images/image-analyser.ts';
import { decideGroup } from './matching/assignment.rules.ts';
import type { IdentifyOutcome } from './matching/match.rules.ts';

type Repos = AuditRepos & ClassRepos & FaceRepos;

interface Needs {
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly classes: ClassReader;
  readonly consent: ConsentCheck;
  readonly images: ImageAnalyser;
  readonly comparisons: Comparisons;
  readonly gallerySync: Pick<GallerySync, 'assertLoaded'>;
}

type Person = Pick<RosterEntry, 'code' | 'name'>;

/** A face of the photo, and who it was recognised as. */
export type GroupFace = { readonly box: Box } & (
  | { readonly outcome: 'named'; readonly person: Person }
  | { readonly outcome: 'unsure'; readonly candidates: readonly Person[] }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'unusable'; readonly reason: QualityReason }
);

export interface GroupPhotoResult {
  readonly width: number;
  readonly height: number;
  readonly faces: readonly GroupFace[];
  /** The class status of a person recognised in this photo. */
  readonly sightingStatus: MarkStatus;
  /** People of the roster who were not compared, because face data or consent is missing. */
  readonly notCompared: readonly (Person & { readonly reason: 'no_face' | 'no_consent' })[];
}

/** Candidates offered for an ambiguous face: a teacher can decide between two people quickly. */
const MAX_CANDIDATES = 2;

const groupProblem = ({ measures }: FaceObservation): QualityReason | null => faceProblem(measures, 'group');

/**
 * Identifies the people of a class in a photo. Only people of the roster with face data and consent are searched; how
 * near the face is to others says nothing but how near strangers come to it.
 * The photo is not stored; sightings are, for the rest of the day, because the class sheet accepts a "photo" mark
 * only when the server itself recognised the person.
 */
export function createGroupIdentificationService(needs: Needs) {
  const { repos, gallery, transactAndPublish, settings, classes, consent } = needs;
  const { images, comparisons, gallerySync } = needs;

  const compare = async (faces: readonly FaceObservation[], people: readonly RosterEntry[]) => {
    const { profile } = images.engine();
    const among = people.map(({ personId }) => galleryKey(personId));
    const searches = await Promise.all(
      faces.map(async ({ embedding }) => {
        if (!embedding) throw new Error('The engine was asked to embed and did not.');
        // No limit: the one-to-one assignment needs every score.
        const probe = { modelId: profile.modelId, embedding };
        const matches = await gallery.search(probe, { among, limit: among.length });
        return { matches, neighbours: await gallery.neighbours(probe), candidates: among.length };
      }),
    );
    return decideGroup(searches, await comparisons.current());
  };

  return {
    async identify(actor: Actor, classId: number, image: Uint8Array): Promise<GroupPhotoResult> {
      const schoolClass = await classes.requireClass(actor, 'classes.take', classId);
      gallerySync.assertLoaded();
      const analysis = await images.analyse(image, { scene: 'many', embed: true, liveness: false });
      // Read after the slow analysis, so that a consent withdrawn meanwhile is respected.
      const { now, date, zone } = await settings.today();
      const rule = classRule(await settings.timeSettingsOn(date), schoolClass);
      const roster = await repos.classes.roster(classId, date, INSTITUTION);
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
          return {
            box,
            outcome: 'unsure',
            candidates: outcome.candidates.flatMap(person).slice(0, MAX_CANDIDATES),
          };
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
      await transactAndPublish('classes', async (tx) => {
        await tx.classMarks.recordSightings(classId, date, sightings);
        const detail = {
          id: classId,
          faces: faces.length,
          named: count('named'),
          unsure: count('unsure'),
          unknown: count('unknown'),
          unusable: count('unusable'),
        };
        await tx.audit.insert(auditEntry(actor, now, 'class_photo_checked', schoolClass.name, detail));
      });
      return {
        width: analysis.width,
        height: analysis.height,
        faces,
        sightingStatus: statusOfSighting(now, rule, schoolClass, zone),
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
