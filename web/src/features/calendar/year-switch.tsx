import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface YearSwitchProps {
  readonly year: number;
  readonly onYear: (year: number) => void;
}

export function YearSwitch({ year, onYear }: YearSwitchProps) {
  const { t } = useTranslation('attendance');
  return (
    <Group gap={4} role="group" aria-label={t('calendar.year')}>
      <ActionIcon variant="default" aria-label={t('calendar.yearBefore')} onClick={() => onYear(year - 1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <strong className="rc-figures" aria-live="polite">
        {year}
      </strong>
      <ActionIcon variant="default" aria-label={t('calendar.yearAfter')} onClick={() => onYear(year + 1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
