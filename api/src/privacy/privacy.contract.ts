import { createRoute } from '@hono/zod-openapi';
import { PRIVACY_LIMITS } from '@rollcall/core/privacy/privacy.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  codeParam,
  fileAnswer,
  message,
  optionalBody,
  rowId,
  wireDate,
} from '../http/contract-parts.ts';

const { unusedDaysMin, unusedDaysMax, yearsMax } = PRIVACY_LIMITS;
const years = z.number().int().min(1).max(yearsMax).nullable();

export const privacySettingsBody = z.object({
  consent_required: z.boolean(),
  consent_version: z.string().trim().min(1).max(40),
  consent_text: z.string().trim().min(1, 'Please enter the consent text.').max(20_000),
  templates_unused_days: z.number().int().min(unusedDaysMin).max(unusedDaysMax).nullable(),
  attendance_years: years,
  audit_years: years,
});

const consentMethod = z.enum(['paper', 'digital']);

export const wireConsent = z.object({
  text_version: z.string(),
  given_by: z.string(),
  given_at: z.string(),
  noted_by: z.string(),
  /** Null in consents of earlier versions. */
  method: consentMethod.nullable(),
  agreed_on: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
  withdrawn_by: z.string().nullable(),
});

export const wireRetention = z.object({
  people_with_unused_faces: z.number(),
  attendance_days: z.number(),
  check_ins: z.number(),
  audit_entries: z.number(),
});

const wireRows = z.object({
  attendance_days: z.number(),
  check_ins: z.number(),
  class_marks: z.number(),
  corrections: z.number(),
  day_notes: z.number(),
  leaves: z.number(),
  audit_entries: z.number(),
});

export const wireRetentionRun = z.object({
  operation: z.number(),
  state: z.enum(['writing', 'removing', 'done', 'failed']),
  file: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Until when it can be undone. */
  expires_at: z.string(),
  done: z.number(),
  total: z.number(),
  removed: wireRows,
  undone_at: z.string().nullable(),
  put_back: wireRows,
});

const own = allow('privacy.own');
const admin = allow('privacy.manage');
/** Whoever registers faces notes the consent to it. */
const faces = allow('faces.manage');
const tags = ['Privacy'];
const file = fileAnswer('One JSON document');

export const myData = createRoute({
  ...own,
  tags,
  method: 'get',
  path: '/user/my-data',
  summary: 'Everything kept about the caller, as one download',
  responses: file,
});

export const dataOfUser = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/users/{id}/data',
  summary: 'Everything kept about a person, as one download',
  request: { params: codeParam },
  responses: file,
});

const myConsentAnswer = z.object({
  required: z.boolean(),
  version: z.string(),
  text: z.string(),
  consent: wireConsent.nullable(),
});

export const myConsent = createRoute({
  ...own,
  tags,
  method: 'get',
  path: '/user/consent',
  summary: 'The text, and whether the caller has agreed',
  responses: answers(myConsentAnswer, 'The consent in force, or null'),
});

export const giveMyConsent = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/user/consent',
  summary: 'The caller agrees to the text of the version that they read',
  request: { body: optionalBody(z.object({ version: z.string().max(40).optional() })) },
  responses: answers(message, 'Noted'),
});

export const withdrawMyConsent = createRoute({
  ...own,
  tags,
  method: 'delete',
  path: '/user/consent',
  summary: 'The caller withdraws; their face data is destroyed',
  responses: answers(message, 'Withdrawn'),
});

const consentsAnswer = z.object({
  /** No face is registered or recognised without consent. */
  required: z.boolean(),
  version: z.string(),
  text: z.string(),
  consents: z.array(wireConsent),
  /** When a sheet to sign was last made for the person, and by whom. */
  asked: z.object({ at: z.string(), by: z.string() }).nullable(),
});

export const consentsOfUser = createRoute({
  ...faces,
  tags,
  method: 'get',
  path: '/admin/users/{id}/consent',
  summary: 'Every consent of a person, newest first',
  request: { params: codeParam },
  responses: answers(consentsAnswer, 'Ended ones too'),
});

const giveConsentBody = z.object({
  given_by: z.string().trim().min(1, 'Please enter who agreed.').max(200),
  method: consentMethod.optional(),
  /** The day of the signature; today where it is left out. */
  agreed_on: wireDate.optional(),
  /** The version that was read; the call is refused when the text has changed since. */
  version: z.string().max(40).optional(),
});

export const giveConsent = createRoute({
  ...faces,
  tags,
  method: 'post',
  path: '/admin/users/{id}/consent',
  summary: 'Note a consent that the person gave, or whoever speaks for them',
  request: {
    params: codeParam,
    body: body(giveConsentBody),
  },
  responses: answers(message, 'Noted'),
});

export const withdrawConsent = createRoute({
  ...faces,
  tags,
  method: 'delete',
  path: '/admin/users/{id}/consent',
  summary: "Note a withdrawal; the person's face data is destroyed",
  request: { params: codeParam },
  responses: answers(message, 'Withdrawn'),
});

export const getPrivacySettings = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/privacy-settings',
  summary: 'Consent and retention',
  responses: answers(privacySettingsBody, 'The saved settings, or the defaults'),
});

export const savePrivacySettings = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/privacy-settings',
  summary: 'Save consent and retention',
  request: { body: body(privacySettingsBody) },
  responses: answers(message, 'Saved'),
});

export const previewRetention = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/retention/preview',
  summary: 'What these rules would remove today; nothing is removed',
  request: { body: body(privacySettingsBody) },
  responses: answers(wireRetention, 'Counts'),
});

export const retentionRuns = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/retention/runs',
  summary: 'What retention removed, newest first; each can be undone until its file expires',
  responses: answers(z.object({ runs: z.array(wireRetentionRun) }), 'Rows per table'),
});

export const undoRetention = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/retention/{operation}/undo',
  summary: 'Put back what a run removed; the rules that removed it are switched off',
  request: { params: z.object({ operation: rowId }) },
  responses: answers(wireRetentionRun, 'What was put back'),
});
