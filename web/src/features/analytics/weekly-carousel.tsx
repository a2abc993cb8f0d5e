import { ActionIcon, Button, Group } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery, useReducedMotion } from '@mantine/hooks';
import { TARGET_RATE, WEEKDAY_NAMES, weeklyStatus } from '@rollcall/core/analytics/analytics.rules';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type TouchEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RateBar } from '../../components/display/rate-bar.tsx';
import { useFormat } from '../../lib/format/format.ts';
import type { Weekday } from './analytics.queries.ts';
import { hasAttendance, pagesOf, wrapPage } from './analytics.rules.ts';
import classes from './weekly-carousel.module.css';

const ADVANCE_MS = 3000;

/** A swipe longer than this turns the page; native snapping alone needs half a page or a flick. */
const SWIPE_PX = 50;

/** Time without scroll events after which the row counts as at rest. */
const REST_MS = 150;

interface WeeklyCarouselProps {
  readonly days: readonly Weekday[];
  readonly scope: 'everyone' | 'one';
  readonly show: 'percentage' | 'count';
  /** Opens the attendance rows of a weekday, 1 is Monday. */
  readonly onWeekday?: ((weekday: number) => void) | undefined;
}

/** One card per weekday, in pages of a scroll-snap row. Swiping and arrow keys are native scrolling. */
export function WeeklyCarousel({ days, scope, show, onWeekday }: WeeklyCarouselProps) {
  const { t } = useTranslation('analytics');
  const perPage = useItemsPerPage();
  const pages = pagesOf(days, perPage);
  const { row, rowEvents, page, goTo, isPlaying, togglePlaying, setHeld } = useCarousel(pages.length);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('week.title')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it */}
      <div ref={row} className={classes.row} tabIndex={0} {...rowEvents}>
        {pages.map((cards) => (
          <div
            key={cards[0]?.day}
            className={classes.page}
            style={{ gridTemplateColumns: `repeat(${perPage}, minmax(0, 1fr))` }}
          >
            {cards.map((day) => (
              <WeekdayCard key={day.day} day={day} scope={scope} show={show} onRows={onWeekday} />
            ))}
          </div>
        ))}
      </div>
      <Group justify="center" gap={4} mt="sm" wrap="nowrap">
        <ActionIcon aria-label={t('week.previous')} onClick={() => goTo(page - 1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <div className={classes.dots}>
          {pages.map((cards, index) => (
            <button
              key={cards[0]?.day}
              type="button"
              className={classes.dot}
              aria-label={t('week.page', { page: index + 1, pages: pages.length })}
              aria-current={index === page}
              onClick={() => goTo(index)}
            />
          ))}
        </div>
        <ActionIcon aria-label={t('week.next')} onClick={() => goTo(page + 1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={isPlaying ? t('week.pause') : t('week.play')} onClick={togglePlaying}>
          {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        </ActionIcon>
      </Group>
    </section>
  );
}

/** Weekday cards per page: one on phones, two on tablets, three on wider screens. */
function useItemsPerPage(): number {
  // Known before the first layout, unlike the width of the window, and asked for without one.
  const now = { getInitialValueInEffect: false };
  const isTablet = useMediaQuery('(min-width: 480px)', false, now);
  const isWide = useMediaQuery('(min-width: 1024px)', false, now);
  if (isWide) return 3;
  return isTablet ? 2 : 1;
}

/** Scrolls a row of pages by number and by timer, and follows native scrolling. */
function useCarousel(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const touchStart = useRef({ x: 0, left: 0 });
  const [lastPage, setLastPage] = useState(0);
  const isReduced = useReducedMotion();
  // Null until the button is used: the person's wish overrides the setting of the device.
  const [isSwitchedOn, setSwitchedOn] = useState<boolean | null>(null);
  const [isHeld, setHeld] = useState(false);
  const isPlaying = isSwitchedOn ?? !isReduced;
  // There are fewer pages when the window grows.
  const page = Math.min(lastPage, Math.max(0, count - 1));

  // Right to left, positions are negative.
  const pageAt = (left: number) => Math.round((Math.abs(left) / (row.current?.scrollWidth || 1)) * count);
  const goTo = useCallback(
    (wanted: number) => {
      const target = wrapPage(wanted, count);
      const element = row.current?.children[target];
      // Smooth by CSS unless reduced motion is preferred. scrollIntoView would also scroll the document.
      if (row.current && element instanceof HTMLElement) row.current.scrollLeft = element.offsetLeft;
      setLastPage(target);
    },
    [count],
  );
  // Only at rest: during a smooth scroll the position passes through the pages between.
  const onScroll = useDebouncedCallback(() => setLastPage(pageAt(row.current?.scrollLeft ?? 0)), REST_MS);
  const onTouchStart = ({ currentTarget, touches }: TouchEvent) => {
    touchStart.current = { x: touches[0]?.clientX ?? 0, left: currentTarget.scrollLeft };
  };
  const onTouchEnd = ({ currentTarget, changedTouches }: TouchEvent) => {
    const { x, left } = touchStart.current;
    const distance = x - (changedTouches[0]?.clientX ?? x);
    // A touch that scrolled the document instead has not moved the row.
    const isSwipe = Math.abs(distance) > SWIPE_PX && currentTarget.scrollLeft !== left;
    const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
    if (isSwipe) goTo(pageAt(left) + forward * Math.sign(distance));
  };

  useEffect(() => {
    // No automatic advance while the pointer or the keyboard focus is inside.
    if (!isPlaying || isHeld || count < 2) return;
    const timer = setTimeout(() => goTo(page + 1), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isHeld, count, page, goTo]);

  return {
    row,
    page,
    goTo,
    rowEvents: { onScroll, onTouchStart, onTouchEnd },
    isPlaying,
    togglePlaying: () => setSwitchedOn(!isPlaying),
    setHeld,
  };
}

const STATUS = { Excellent: 'excellent', Good: 'good', 'Needs Improvement': 'improve' } as const;

interface WeekdayCardProps {
  readonly day: Weekday;
  readonly scope: 'everyone' | 'one';
  readonly show: 'percentage' | 'count';
  readonly onRows: ((weekday: number) => void) | undefined;
}

function WeekdayCard({ day, scope, show, onRows }: WeekdayCardProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const isKnown = hasAttendance(day);
  const status = isKnown ? STATUS[weeklyStatus(day.percentage)] : 'none';
  const names: readonly string[] = WEEKDAY_NAMES;
  const weekday = names.indexOf(day.day) + 1;
  const name = format.weekday(weekday);
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span className={classes.badge} data-status={status}>
          {show === 'percentage' ? format.percent(day.percentage) : format.number(day.count)}
        </span>
      </div>
      <RateBar rate={day.percentage} label={`${name} ${format.percent(day.percentage)}`} />
      <dl className={classes.facts}>
        <div>
          <dt>
            {scope === 'one'
              ? t('week.days', { count: day.count })
              : t('week.arrivals', { count: day.count, value: format.number(day.count) })}
          </dt>
          <dd>{scope === 'everyone' ? t('week.average', { value: format.number(day.average) }) : null}</dd>
        </div>
        <div>
          <dt>{t('week.avgTime')}</dt>
          <dd>{format.time(day.avg_time)}</dd>
        </div>
      </dl>
      <div className={classes.verdict}>
        <p className={classes.status} data-status={status}>
          {isKnown && status !== 'improve' && day.percentage < TARGET_RATE
            ? t('week.below', { status: t(`week.${status}`), target: format.percent(TARGET_RATE) })
            : t(`week.${status}`)}
        </p>
        {onRows && isKnown ? (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t('week.rowsOf', { day: name })}
            onClick={() => onRows(weekday)}
          >
            {t('week.rows')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}
