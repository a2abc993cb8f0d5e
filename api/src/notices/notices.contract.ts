import { createRoute } from '@hono/zod-openapi';
import { NOTICE_LIMITS } from '@rollcall/core/notices/notices.rules';
import { PRIORITIES } from '@rollcall/core/notices/notices.types';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message, messageWithId, rowId } from '../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../http/formats/cursor.ts';

export const wireNotice = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  priority: z.enum(PRIORITIES),
  created_date: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  tags: z.array(z.string()),
  views: z.number(),
  likes: z.number(),
  liked: z.boolean(),
  bookmarked: z.boolean(),
  viewed: z.boolean(),
  /** Who reads it; null for everybody. */
  audience: z
    .union([z.object({ section: z.string() }), z.object({ class_id: z.number(), class_name: z.string() })])
    .nullable(),
});

const MISSING = 'Please fill in all fields';

export const noticeBody = z.object({
  title: z.string(MISSING).trim().min(1, MISSING).max(NOTICE_LIMITS.title),
  content: z.string(MISSING).trim().min(1, MISSING).max(NOTICE_LIMITS.content),
  priority: z.enum(PRIORITIES).default('normal'),
  tags: z.array(z.string().max(NOTICE_LIMITS.tag)).max(NOTICE_LIMITS.tags).default([]),
  /** Everybody without it. A teacher writes to a class of their own, an office to one of its sections. */
  audience: z
    .union([
      z.strictObject({ section: z.string().trim().min(1).max(PEOPLE_LIMITS.section) }),
      z.strictObject({ class_id: rowId }),
    ])
    .nullish(),
});

export const reactionBody = z
  .object({ viewed: z.literal(true), liked: z.boolean(), bookmarked: z.boolean() })
  .partial();

const noticesQuery = z.object({ cursor: cursorOf(z.tuple([z.iso.datetime(), rowId])).optional() });
const noticesAnswer = answers(
  z.object({ notices: z.array(wireNotice), ...nextCursor }),
  '200 at a time, newest first',
);
const tags = ['Notices'];

export const adminNotices = createRoute({
  ...allow('notices.manage'),
  tags,
  method: 'get',
  path: '/admin/notices',
  summary: 'The notices that the caller manages, with counts',
  request: { query: noticesQuery },
  responses: noticesAnswer,
});

export const createNotice = createRoute({
  ...allow('notices.manage'),
  tags,
  method: 'post',
  path: '/admin/notices',
  summary: 'Post a notice',
  request: { body: body(noticeBody) },
  responses: answers(messageWithId, 'Posted; its audience sees it at once'),
});

export const deleteNotice = createRoute({
  ...allow('notices.manage'),
  tags,
  method: 'delete',
  path: '/admin/notices/{id}',
  summary: 'Delete a notice',
  request: { params: idParam },
  responses: answers(message, 'Deleted'),
});

export const userNotices = createRoute({
  ...allow('notices.read'),
  tags,
  method: 'get',
  path: '/user/notices',
  summary: 'Notices for everybody, your section and your classes, with your own marks',
  request: { query: noticesQuery },
  responses: noticesAnswer,
});

export const reactToNotice = createRoute({
  ...allow('notices.react'),
  tags,
  method: 'put',
  path: '/user/notices/{id}/reaction',
  summary: 'Note that you have read, liked or bookmarked a notice',
  request: { params: idParam, body: body(reactionBody) },
  responses: answers(z.object({ notice: wireNotice }), 'The notice afterwards'),
});
