import { createRoute } from '@hono/zod-openapi';
import { EVIDENCE } from '@rollcall/core/attendance/evidence/evidence.types';
import { AGE_BANDS } from '@rollcall/core/faces/face.types';
import { ATTACKS, RENEWAL_REASONS } from '@rollcall/core/faces/installation/installation.types';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { z } from 'zod';
import { allow } from '../../http/access.ts';
import { answers, body, message, personCode } from '../../http/contract-parts.ts';
import { reportFile } from '../../reports/reports.contract.ts';

const tags = ['Faces'];
const reading = allow('settings.manage', { rate: 'reports' });
const saving = allow('settings.manage');

const person = z.object({ id: z.string(), name: z.string() });
/** A share with its 95 % interval. */
const share = z.object({ hits: z.number(), trials: z.number(), low: z.number(), high: z.number() });
const ages = z.enum(AGE_BANDS);
const evidence = z.enum(EVIDENCE).nullable();

export const wireInstallation = z.object({
  at: z.string(),
  /** The choice in force. */
  ages,
  people: z.number(),
  /** Whose faces were compared with everybody's. */
  surveyed: z.number(),
  /** False while there are too few people to tell what is usual for a picture. */
  has_cohort: z.boolean(),
  /** Scores with the nearest other person, counted by twentieths from 0. */
  nearest: z.array(z.number()),
  closest: z.array(
    z.object({
      people: z.tuple([person, person]),
      score: z.number(),
      confused: z.boolean(),
      declared: z.boolean(),
    }),
  ),
  /** What each choice would do with these people and check-ins. */
  choices: z.array(
    z.object({
      ages,
      /** Pairs of people of whom one would pass as the other. */
      false_claims: share,
      /** People who would be named as somebody else if they were not registered. */
      wrong_names: share,
      /** Accepted check-ins that it would accept. */
      kept: share,
    }),
  ),
  proposed: ages.nullable(),
  missing: z.object({ people: z.number(), check_ins: z.number() }),
  /** Accepted check-ins by face, by twentieths of their score. */
  accepted: z.object({ count: z.number(), scores: z.array(z.number()) }),
  refusals: z.array(z.object({ reason: z.string(), hour: z.number(), evidence, count: z.number() })),
  evidence: z.array(z.object({ evidence, count: z.number() })),
  /** Days recorded by face on which, as was found afterwards, the person was not there. */
  corrected: z.number(),
  renewals: z.array(person.extend({ reason: z.enum(RENEWAL_REASONS), months: z.number() })),
  /** The latest trial of each kind at the place itself. */
  trials: z.array(
    z.object({ attack: z.enum(ATTACKS), tries: z.number(), passed: z.number(), at: z.string() }),
  ),
});

export const getInstallation = createRoute({
  ...reading,
  tags,
  method: 'get',
  path: '/admin/installation',
  summary: 'How good this installation is, from its own people and their check-ins of 90 days',
  responses: answers(wireInstallation, 'The report'),
});

export const getInstallationSheet = createRoute({
  ...reading,
  tags,
  method: 'get',
  path: '/admin/installation/sheet',
  summary: 'A PDF for a data protection officer or works council: what is stored, why, and how often it errs',
  request: { query: z.object({ lang: z.enum(LANGUAGES).default('en') }) },
  responses: reportFile,
});

export const declareLookAlikes = createRoute({
  ...saving,
  tags,
  method: 'post',
  path: '/admin/look-alikes',
  summary: 'Declare two people look-alikes: recognition keeps them apart more strictly',
  request: { body: body(z.object({ one: personCode, other: personCode })) },
  responses: answers(message, 'Saved'),
});

const MOST_TRIES = 1000;
const count = z.number().int().max(MOST_TRIES);
export const trialBody = z.object({ attack: z.enum(ATTACKS), tries: count.min(1), passed: count.min(0) });

export const noteAttackTrial = createRoute({
  ...saving,
  tags,
  method: 'post',
  path: '/admin/attack-trials',
  summary: 'Record how often the camera was deceived in a trial at the place itself',
  request: { body: body(trialBody) },
  responses: answers(message, 'Saved'),
});
