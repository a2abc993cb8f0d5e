import { createRoute } from '@hono/zod-openapi';
import { EVIDENCE_DEMANDS } from '@rollcall/core/attendance/evidence/evidence.types';
import { z } from 'zod';
import { allow } from '../../http/access.ts';
import { answers, body, idParam, message } from '../../http/contract-parts.ts';

const tags = ['Evidence'];
const admin = allow('settings.manage');
/** What proves the place is not switched off in a session that was left open, nor by an API token. */
const change = allow('settings.manage', { confirm: true });

const demand = z.enum(EVIDENCE_DEMANDS);
export const demandsBody = z.object({ student: demand, teacher: demand, staff: demand, employee: demand });

export const classDemandBody = z.object({ demand: demand.nullable() });

const network = z.string().trim().min(2).max(49);
export const networkBody = z.object({ network, name: z.string().trim().max(100).default('') });

export const wireEvidenceSettings = z.object({
  demands: demandsBody,
  networks: z.array(z.object({ network: z.string(), name: z.string() })),
  /** Classes whose people need more than others of their kind. */
  classes: z.array(z.object({ id: z.number(), name: z.string(), demand })),
  /** Where this request comes from, and whether it lies in one of the networks. */
  own_address: z.string(),
  own_address_known: z.boolean(),
});

export const wireShownCode = z.object({
  code: z.string(),
  /** How long it is still shown. A duration, because the clock of a device may be wrong. */
  left_ms: z.number(),
  /** The class whose people may use it; null for everybody. */
  class_name: z.string().nullable(),
});

export const getEvidenceSettings = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/evidence',
  summary: 'What a check-in must show besides a face, by kind of person, and the institution’s networks',
  responses: answers(wireEvidenceSettings, 'The settings in force'),
});

export const saveDemands = createRoute({
  ...change,
  tags,
  method: 'put',
  path: '/admin/evidence',
  summary: 'Choose what a check-in must show besides a face',
  request: { body: body(demandsBody) },
  responses: answers(message, 'Saved'),
});

export const saveClassDemand = createRoute({
  ...change,
  tags,
  method: 'put',
  path: '/admin/evidence/classes/{id}',
  summary: 'Choose what the people of a class must show as well; null for nothing more',
  request: { params: idParam, body: body(classDemandBody) },
  responses: answers(message, 'Saved'),
});

export const addNetwork = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/admin/evidence/networks',
  summary: 'Add an address or a range that counts as the institution’s own network',
  request: { body: body(networkBody) },
  responses: answers(message, 'Added'),
});

export const removeNetwork = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/admin/evidence/networks',
  summary: 'Remove a network',
  request: { query: z.object({ network }) },
  responses: answers(message, 'Removed'),
});

export const placeCode = createRoute({
  ...allow('codes.show'),
  tags,
  method: 'get',
  path: '/place-code',
  summary: 'The code of the whole institution, to show at the place',
  responses: answers(wireShownCode, 'Six digits, and when they change'),
});

export const classCode = createRoute({
  ...allow('classes.take'),
  tags,
  method: 'get',
  path: '/admin/classes/{id}/code',
  summary: 'The code of a class, to show in front of it',
  request: { params: idParam },
  responses: answers(wireShownCode, 'Six digits, and when they change'),
});
