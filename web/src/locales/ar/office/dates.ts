import type { dates as english } from '../../en/office/dates.ts';
import type { ArabicTexts } from '../plural.ts';

export const dates: ArabicTexts<typeof english> = {
  pattern: { day: 'يوم', month: 'شهر', year: 'سنة' },
  open: '{{label}}: فتح التقويم',
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  previousYear: 'السنة السابقة',
  nextYear: 'السنة التالية',
  previousYears: 'السنوات العشر السابقة',
  nextYears: 'السنوات العشر التالية',
  notADay: 'يُرجى إدخال تاريخ، مثل {{example}}.',
  notAMonth: 'يُرجى إدخال شهر، مثل {{example}}.',
  tooEarly: 'اختر {{limit}} أو بعده.',
  tooLate: 'اختر {{limit}} أو قبله.',
};
