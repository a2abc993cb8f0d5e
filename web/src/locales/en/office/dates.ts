export const dates = {
  /** Placeholder of a numeric date; the locale decides the order. */
  pattern: { day: 'DD', month: 'MM', year: 'YYYY' },
  open: '{{label}}: open the calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousYears: 'Previous ten years',
  nextYears: 'Next ten years',
  notADay: 'Please enter a date, such as {{example}}.',
  notAMonth: 'Please enter a month, such as {{example}}.',
  tooEarly: 'Choose {{limit}} or later.',
  tooLate: 'Choose {{limit}} or earlier.',
};
