import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { READ_MORE_ABOVE } from '@rollcall/core/notices/notices.rules';
import type { Priority } from '@rollcall/core/notices/notices.types';
import {
  IconAlertTriangle,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconChevronUp,
  IconEye,
  IconHeart,
  IconHeartFilled,
  IconInfoCircle,
  IconShare2,
  IconTrash,
  IconUrgent,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './notice-card.module.css';
import { isLongNotice, type Notice, type Reaction } from './notices.queries.ts';

interface NoticeCardProps {
  readonly notice: Notice;
  readonly isExpanded: boolean;
  readonly onExpand: (isExpanded: boolean) => void;
  readonly onReact: (reaction: Reaction) => void;
  /** Set where the account manages the notice. */
  readonly onDelete: (() => void) | undefined;
}

/** Removes the last, possibly cut word; a text without spaces stays as it is. */
const withoutHalfWord = (text: string): string => text.replace(/\s+\S*$/, '');

const audienceName = (audience: NonNullable<Notice['audience']>): string =>
  'section' in audience ? audience.section : audience.class_name;

export function NoticeCard({ notice, isExpanded, onExpand, onReact, onDelete }: NoticeCardProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const isLong = isLongNotice(notice);
  const text =
    isLong && !isExpanded ? `${withoutHalfWord(notice.content.slice(0, READ_MORE_ABOVE))}…` : notice.content;
  const share = async () => {
    const outcome = await shareNotice(notice);
    if (outcome === 'copied') toast('success', t('copied'));
    if (outcome === 'failed') toast('error', t('copyFailed'));
  };

  return (
    <article className={classes.card} data-priority={notice.priority}>
      <PriorityIcon priority={notice.priority} />
      <div className={classes.body}>
        <h3 className={classes.title} dir="auto">
          {notice.title}
        </h3>
        <p className={classes.meta}>
          <time dateTime={notice.created_at}>{format.date(notice.created_date)}</time> ·{' '}
          <bdi>{notice.created_by || t('author')}</bdi> · {t(`priorities.${notice.priority}`)}
          {notice.audience ? <> · {t('audience.for', { name: audienceName(notice.audience) })}</> : null}
        </p>
        <p className={classes.text} dir="auto">
          {text}{' '}
          {isLong ? (
            <UnstyledButton
              className={classes.more}
              aria-expanded={isExpanded}
              onClick={() => onExpand(!isExpanded)}
            >
              {isExpanded ? t('readLess') : t('readMore')}
            </UnstyledButton>
          ) : null}
        </p>
        {notice.tags.length > 0 ? (
          <ul className={classes.tags}>
            {notice.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        ) : null}
        <div className={classes.actions}>
          <UnstyledButton
            className={classes.like}
            aria-pressed={notice.liked}
            aria-label={`${notice.liked ? t('unlike') : t('like')}, ${t('likes', { count: notice.likes })}`}
            onClick={() => onReact({ liked: !notice.liked })}
          >
            {notice.liked ? <IconHeartFilled size={20} aria-hidden /> : <IconHeart size={20} aria-hidden />}
            <span>{format.number(notice.likes)}</span>
          </UnstyledButton>
          <span className={classes.views} role="img" aria-label={t('views', { count: notice.views })}>
            <IconEye size={18} aria-hidden />
            {format.number(notice.views)}
          </span>
          <span className={classes.gap} />
          <IconAction
            label={notice.bookmarked ? t('unbookmark') : t('bookmark')}
            isPressed={notice.bookmarked}
            onClick={() => onReact({ bookmarked: !notice.bookmarked })}
          >
            {notice.bookmarked ? (
              <IconBookmarkFilled size={20} aria-hidden />
            ) : (
              <IconBookmark size={20} aria-hidden />
            )}
          </IconAction>
          <IconAction label={t('share')} onClick={() => void share()}>
            <IconShare2 size={20} aria-hidden />
          </IconAction>
          {isLong ? (
            <IconAction
              label={isExpanded ? t('collapse') : t('expand')}
              onClick={() => onExpand(!isExpanded)}
            >
              {isExpanded ? (
                <IconChevronUp size={20} aria-hidden />
              ) : (
                <IconChevronDown size={20} aria-hidden />
              )}
            </IconAction>
          ) : null}
          {onDelete ? (
            <IconAction label={t('delete')} color="red" onClick={onDelete}>
              <IconTrash size={20} aria-hidden />
            </IconAction>
          ) : null}
        </div>
      </div>
    </article>
  );
}

const ICONS = { low: IconInfoCircle, normal: IconInfoCircle, high: IconAlertTriangle, urgent: IconUrgent };

/** Hidden from screen readers: the priority is also written beside the date. */
function PriorityIcon({ priority }: { priority: Priority }) {
  const Icon = ICONS[priority];
  return (
    <span className={classes.icon} data-priority={priority} aria-hidden>
      <Icon size={22} />
    </span>
  );
}

interface IconActionProps {
  readonly label: string;
  readonly color?: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconAction({ label, color = 'gray', isPressed, onClick, children }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        color={isPressed ? 'teal' : color}
        onClick={onClick}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Opens the share dialog on touch devices that have one, else copies the notice to the clipboard. */
async function shareNotice(notice: {
  title: string;
  content: string;
}): Promise<'shared' | 'copied' | 'failed'> {
  const text = `${notice.title}\n\n${notice.content}`;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: notice.title, text: notice.content });
      return 'shared';
    } catch (error) {
      // Closing the share dialog is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
