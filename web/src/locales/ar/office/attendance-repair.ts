import type { attendance as english } from '../../en/office/attendance.ts';
import { ABSENCES, type ArabicTexts, DAYS, PEOPLE, plural, VISITS } from '../plural.ts';

/** What a change of the calendar does to recorded days. */
export const repair: ArabicTexts<(typeof english)['repair']> = {
  title: 'هذا يغيّر أيامًا مسجّلة',
  confirm: 'تغيير هذه الأيام',
  removed: {
    ...plural('holidays', ABSENCES, (absences) => `يصبح عطلة رسمية: ${absences}.`),
    ...plural('off', ABSENCES, (absences) => `يصبح يوم عطلة: ${absences}.`),
    ...plural('excused', ABSENCES, (absences) => `يصبح معذورًا: ${absences}.`),
    ...plural('back', ABSENCES, (absences) => `يُزال: ${absences}.`),
  },
  ...plural('absencesAdded', ABSENCES, (absences) => `يُضاف: ${absences}.`),
  ...plural(
    'excusedRemoved',
    ['لا أعذار', 'عذر واحد', 'عذران', '{{count}} أعذار', '{{count}} عذرًا', '{{count}} عذر'],
    (excuses) => `لم تعد هناك حاجة إلى: ${excuses}.`,
  ),
  ...plural('excusedAdded', DAYS, (days) => `يصبح معذورًا: ${days}.`),
  ...plural('visitsOff', VISITS, (visits) => `تصبح زيارة في يوم عطلة: ${visits}.`),
  ...plural('visitsDue', VISITS, (visits) => `تُحتسب من جديد: ${visits}.`),
  ...plural('others', DAYS, (days) => `تتغير الحالة أو السبب: ${days}.`),
  ...plural('days', DAYS),
  ...plural('people', PEOPLE),
  where: '{{days}}، {{people}}. يُدوَّن التغيير في سجل التدقيق.',
  cardTitle: 'إعادة فتح الأيام أو إعادة حسابها',
  cardText:
    'لا غيابات تلقائية في اليوم المعاد فتحه حتى تغلقه من جديد. إعادة الحساب تستنتج كل حالة مرة أخرى مما سُجّل.',
  closedDay: 'يوم مغلق',
  reopen: 'إعادة فتح اليوم',
  isReopened: 'أُعيد فتح {{date}}.',
  close: 'إغلاق {{date}} الآن',
  from: 'أول يوم',
  to: 'آخر يوم',
  recalculate: 'إعادة الحساب',
};
