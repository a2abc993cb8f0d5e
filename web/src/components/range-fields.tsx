import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './range-fields.module.css';

export interface Range {
  readonly from: string;
  readonly to: string;
}

interface RangeFieldsProps {
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  /** The last day that may be chosen. */
  readonly max?: string;
}

/** From and to, side by side. A range that is half typed or runs backwards is not reported. */
export function RangeFields({ range, onRange, max }: RangeFieldsProps) {
  const { t } = useTranslation('attendance');
  const set = (change: Partial<Range>) => {
    const next = { ...range, ...change };
    if (next.from && next.to && next.from <= next.to) onRange(next);
  };
  return (
    <div className={classes.range}>
      <TextInput
        type="date"
        label={t('range.from')}
        max={range.to}
        value={range.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('range.to')}
        min={range.from}
        max={max}
        value={range.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </div>
  );
}
