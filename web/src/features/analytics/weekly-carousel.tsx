import { ActionIcon, Group, SegmentedControl } from '@mantine/core';
import { useReducedMotion, useViewportSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type TouchEvent, useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Weekday } from './analytics.queries.ts';
import { ADVANCE_MS, carouselReducer, itemsPerSlide } from './carousel.reducer.ts';
import { WeekdayCard } from './weekday-card.tsx';
import classes from './weekly.module.css';

const pagesOf = (count: number, perSlide: number) => Math.ceil(count / perSlide);

interface WeeklyCarouselProps {
  readonly days: readonly Weekday[];
  readonly of: 'everyone' | 'one';
  /** To the rows of a weekday, 1 is Monday. */
  readonly onWeekday?: ((weekday: number) => void) | undefined;
}

export function WeeklyCarousel({ days, of, onWeekday }: WeeklyCarouselProps) {
  const { t } = useTranslation('analytics');
  const [show, setShow] = useState<'percentage' | 'count'>('percentage');
  const { width } = useViewportSize();
  const isStill = useReducedMotion();
  const perSlide = itemsPerSlide(width);
  const pages = pagesOf(days.length, perSlide);
  const [state, dispatch] = useReducer(carouselReducer, { page: 0, isPlaying: true });
  const [isHeld, setHeld] = useState(false);
  const touchStart = useRef(0);
  const isPlaying = state.isPlaying && !isStill;

  useEffect(() => dispatch({ type: 'resized', pages }), [pages]);
  useEffect(() => {
    // Whoever reads a card, by pointer or by keyboard, is not hurried on.
    if (!isPlaying || isHeld || pages < 2) return;
    const timer = setInterval(() => dispatch({ type: 'tick', pages }), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [isPlaying, isHeld, pages]);

  const onTouchStart = (event: TouchEvent) => {
    touchStart.current = event.touches[0]?.clientX ?? 0;
  };
  const onTouchEnd = (event: TouchEvent) => {
    const end = event.changedTouches[0]?.clientX ?? touchStart.current;
    dispatch({ type: 'swiped', distance: end - touchStart.current, pages });
  };
  const shown = days.slice(state.page * perSlide, (state.page + 1) * perSlide);

  return (
    <Card
      title={t('week.title')}
      actions={
        <SegmentedControl
          aria-label={t('week.show')}
          value={show}
          onChange={setShow}
          data={[
            { value: 'percentage', label: t('week.percentage') },
            { value: 'count', label: t('week.count') },
          ]}
        />
      }
    >
      {days.length === 0 ? (
        <EmptyState drawing="chart" title={t('empty')} text={t('emptyText')} />
      ) : (
        <section
          aria-roledescription="carousel"
          aria-label={t('week.title')}
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <div
            className={classes.slide}
            style={{ gridTemplateColumns: `repeat(${perSlide}, minmax(0, 1fr))` }}
            onTouchStart={onTouchStart}
            onTouchEnd={onTouchEnd}
            aria-live={isPlaying ? 'off' : 'polite'}
          >
            {shown.map((day) => (
              <WeekdayCard key={day.day} day={day} of={of} show={show} onRows={onWeekday} />
            ))}
          </div>
          <Group justify="center" gap={4} mt="sm" wrap="nowrap">
            <ActionIcon aria-label={t('week.previous')} onClick={() => dispatch({ type: 'previous', pages })}>
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <div className={classes.dots}>
              {Array.from({ length: pages }, (_, page) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                  key={page}
                  type="button"
                  className={classes.dot}
                  aria-label={t('week.page', { page: page + 1, pages })}
                  aria-current={page === state.page}
                  onClick={() => dispatch({ type: 'go', page, pages })}
                />
              ))}
            </div>
            <ActionIcon aria-label={t('week.next')} onClick={() => dispatch({ type: 'next', pages })}>
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={isPlaying ? t('week.pause') : t('week.play')}
              onClick={() => dispatch({ type: 'toggled' })}
            >
              {isPlaying ? (
                <IconPlayerPause size={18} aria-hidden />
              ) : (
                <IconPlayerPlay size={18} aria-hidden />
              )}
            </ActionIcon>
          </Group>
        </section>
      )}
    </Card>
  );
}
