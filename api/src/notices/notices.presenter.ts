import type { Audience, NewNotice, NoticeForReader } from '@rollcall/core/notices/notices.types';
import type { z } from 'zod';
import type { noticeBody, wireNotice } from './notices.contract.ts';

const presentAudience = ({
  audience,
  className,
}: NoticeForReader): z.infer<typeof wireNotice>['audience'] => {
  if (audience.of === 'section') return { section: audience.section };
  return audience.of === 'class' ? { class_id: audience.classId, class_name: className ?? '' } : null;
};

const audienceFrom = (audience: z.infer<typeof noticeBody>['audience']): Audience => {
  if (!audience) return { of: 'everybody' };
  return 'section' in audience
    ? { of: 'section', section: audience.section }
    : { of: 'class', classId: audience.class_id };
};

/** `dateOf` gives the date in the institution's time zone. */
export const presentNotice =
  (dateOf: (at: Date) => string) =>
  (notice: NoticeForReader): z.infer<typeof wireNotice> => ({
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
    viewed: notice.viewed,
    audience: presentAudience(notice),
  });

/** Field by field in this direction too, so that a name of the wire never reaches the domain. */
export const newNoticeOf = (body: z.infer<typeof noticeBody>): NewNotice => ({
  title: body.title,
  content: body.content,
  priority: body.priority,
  tags: body.tags,
  audience: audienceFrom(body.audience),
});
