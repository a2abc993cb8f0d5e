import { type NoticeForReader, PRIORITIES } from '@rollcall/core/notices/notices.types';
import { z } from 'zod';

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
});

export type WireNotice = z.infer<typeof wireNotice>;

/** `dateOf` is the institution's calendar: a notice posted at 00:30 there belongs to that day. */
export const presentNotice =
  (dateOf: (at: Date) => string) =>
  (notice: NoticeForReader): WireNotice => ({
    id: notice.id,
    title: notice.title,
    content: notice.content,
    priority: notice.priority,
    created_date: dateOf(notice.createdAt),
    created_at: notice.createdAt.toISOString(),
    created_by: notice.createdBy,
    tags: [...notice.tags],
    views: notice.views,
    likes: notice.likes,
    liked: notice.liked,
    bookmarked: notice.bookmarked,
  });
