import { Button, Group, SegmentedControl, Select, Slider, Stack } from '@mantine/core';
import { RANGE_CHOICES } from '@rollcall/core/analytics/analytics.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { type AnalyticsFilter, NO_FILTER, SORTS } from './analytics.rules.ts';

interface FilterModalProps {
  readonly value: AnalyticsFilter;
  readonly onApply: (filter: AnalyticsFilter) => void;
  readonly onClose: () => void;
}

export function FilterModal({ value, onApply, onClose }: FilterModalProps) {
  const { t } = useTranslation(['analytics', 'common']);
  const format = useFormat();
  const [draft, setDraft] = useState(value);
  const set = (part: Partial<AnalyticsFilter>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormModal title={t('filters.title')} onClose={onClose}>
      <Stack gap="lg">
        <Select
          label={t('filters.range')}
          data-autofocus
          value={draft.range}
          onChange={(range) => set({ range: RANGE_CHOICES.find((each) => each === range) ?? 'all' })}
          data={RANGE_CHOICES.map((range) => ({ value: range, label: t(`filters.ranges.${range}`) }))}
        />
        <div>
          <Group justify="space-between" gap={0} mb={8} fw={550}>
            <span id="minimum-attendance">{t('filters.minimum')}</span>
            <output className="rc-figures">{format.percent(draft.min)}</output>
          </Group>
          <Slider
            aria-labelledby="minimum-attendance"
            thumbLabel={t('filters.minimum')}
            min={0}
            max={100}
            step={5}
            label={null}
            thumbSize={24}
            value={draft.min}
            onChange={(min) => set({ min })}
          />
        </div>
        <Select
          label={t('filters.sort')}
          value={draft.sort}
          onChange={(sort) => set({ sort: SORTS.find((each) => each === sort) ?? 'date' })}
          data={SORTS.map((sort) => ({ value: sort, label: t(`filters.sorts.${sort}`) }))}
        />
        <SegmentedControl
          aria-label={t('filters.order')}
          fullWidth
          value={draft.order}
          onChange={(order) => set({ order })}
          data={[
            { value: 'asc', label: t('filters.orders.asc') },
            { value: 'desc', label: t('filters.orders.desc') },
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setDraft(NO_FILTER)}>
            {t('common:actions.reset')}
          </Button>
          <Button onClick={() => onApply(draft)}>{t('common:actions.apply')}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
