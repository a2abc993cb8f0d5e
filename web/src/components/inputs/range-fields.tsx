import { useTranslation } from 'react-i18next';
import { DateField } from './date-field.tsx';
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

/** Two date inputs, from and to. Reports a range only when it is in order. */
export function RangeFields({ range, onRange, max }: RangeFieldsProps) {
  const { t } = useTranslation('attendance');
  return (
    <div className={classes.range}>
      <DateField
        label={t('range.from')}
        max={range.to}
        value={range.from}
        onChange={(from) => onRange({ ...range, from })}
      />
      <DateField
        label={t('range.to')}
        min={range.from}
        max={max}
        value={range.to}
        onChange={(to) => onRange({ ...range, to })}
      />
    </div>
  );
}
