import { Badge, Button, Skeleton, Stack } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconCamera,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconProgress,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { useInstitutionClock } from '../../../lib/format/institution-day.ts';
import { useMayTakeAttendance, useReach } from '../../../lib/session/me.queries.ts';
import classes from '../classes.module.css';
import { type TeacherClass, useTeacherToday } from './teacher.queries.ts';
import { dueIn, orderOfDay, startsIn, statusOf } from './teacher-today.rules.ts';

const TICK_MS = 20_000;

/** The institution's wall clock in minutes, which moves on while the page is open. */
function useMinutes(): number {
  const clock = useInstitutionClock();
  const [minutes, setMinutes] = useState(clock.minutes);
  const { start, stop } = useInterval(() => setMinutes(clock.minutes()), TICK_MS);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return minutes;
}

interface TeacherTodayProps {
  readonly onTake: (classId: number, means: 'sheet' | 'photo') => void;
}

/** The teacher's classes of today: the present one first, each with who is missing. */
export function TeacherToday({ onTake }: TeacherTodayProps) {
  const { t } = useTranslation('classes');
  const query = useTeacherToday();
  const minutes = useMinutes();
  const hasClasses = (useReach('classes.take')?.class_ids?.length ?? 0) > 0;
  if (query.isPending) return <Skeleton height={220} radius={12} />;
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const list = orderOfDay(query.data.classes, minutes);
  const due = dueIn(list, minutes);
  if (list.length === 0)
    return hasClasses ? (
      <EmptyState title={t('none')} text={t('teacher.noneText')} />
    ) : (
      <EmptyState title={t('teacher.unassigned')} text={t('teacher.unassignedText')} />
    );
  return (
    <Stack gap="md" component="section" aria-label={t('today')}>
      {list.map((schoolClass) => (
        <TodayCard
          key={schoolClass.id}
          schoolClass={schoolClass}
          isDue={schoolClass === due}
          minutes={minutes}
          onTake={(means) => onTake(schoolClass.id, means)}
        />
      ))}
    </Stack>
  );
}

const ICONS = { upcoming: IconClock, active: IconProgress, completed: IconCircleCheck };

interface TodayCardProps {
  readonly schoolClass: TeacherClass;
  /** The class that the teacher opens the page for; its button is the main one. */
  readonly isDue: boolean;
  readonly minutes: number;
  readonly onTake: (means: 'sheet' | 'photo') => void;
}

function TodayCard({ schoolClass, isDue, minutes, onTake }: TodayCardProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const { name, subject, taken, missing, students } = schoolClass;
  const status = statusOf(schoolClass, minutes);
  const mayTake = useMayTakeAttendance(schoolClass.id);
  const Icon = ICONS[status];
  const soon = startsIn(schoolClass, minutes);
  return (
    <article className={`${classes.card} ${classes.today}`} data-due={isDue} aria-label={name}>
      <div className={classes.when}>
        <strong>{format.time(schoolClass.starts_at)}</strong>
        <span>– {format.time(schoolClass.ends_at)}</span>
      </div>
      <div className={classes.what}>
        <div className={classes.head}>
          <h2>{name}</h2>
          <span className={classes.status} data-status={status}>
            <Icon size={16} aria-hidden />
            {soon === null ? t(status) : t('teacher.startsIn', { count: soon })}
          </span>
          {schoolClass.substitute ? (
            <Badge variant="light" color="yellow" tt="none" size="lg">
              {t('teacher.substitute')}
            </Badge>
          ) : null}
        </div>
        <p className={classes.meta}>
          <span>
            {subject && !name.includes(subject) ? `${subject} · ` : ''}
            {t('present', { present: format.number(schoolClass.present), total: format.number(students) })}
          </span>
          {taken ? (
            <span className={classes.taken}>
              <IconCircleCheck size={16} aria-hidden /> {t('teacher.taken')}
            </span>
          ) : status === 'completed' ? (
            <span className={classes.notTaken}>
              <IconAlertTriangle size={16} aria-hidden /> {t('teacher.notTaken')}
            </span>
          ) : null}
        </p>
        <Missing missing={missing} students={students} hasBegun={status !== 'upcoming'} />
      </div>
      {mayTake ? (
        <div className={classes.take}>
          <Button
            variant={isDue && !taken ? 'filled' : 'light'}
            leftSection={<IconListCheck size={18} aria-hidden />}
            aria-label={taken ? t('teacher.changeOf', { name }) : t('takeOf', { name })}
            onClick={() => onTake('sheet')}
          >
            {taken ? t('teacher.change') : t('take')}
          </Button>
          {students > 0 ? (
            <Button
              variant="default"
              leftSection={<IconCamera size={18} aria-hidden />}
              aria-label={t('teacher.photoOf', { name })}
              onClick={() => onTake('photo')}
            >
              {t('teacher.photo')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

/** Names that are shown before the rest is asked for. */
const SHOWN = 6;

interface MissingProps extends Pick<TeacherClass, 'missing' | 'students'> {
  /** Before a class nobody is missing yet. */
  readonly hasBegun: boolean;
}

function Missing({ missing, students, hasBegun }: MissingProps) {
  const { t } = useTranslation('classes');
  const [isOpen, setOpen] = useState(false);
  if (students === 0) return <p className={classes.quiet}>{t('attendance.emptyForTeacher')}</p>;
  if (missing.length === 0)
    return <p className={classes.quiet}>{t(hasBegun ? 'teacher.nobodyMissing' : 'teacher.everybodyHere')}</p>;
  const shown = isOpen ? missing : missing.slice(0, SHOWN);
  return (
    <div>
      <p className={classes.quiet}>
        {t(hasBegun ? 'teacher.missing' : 'teacher.notHere', { count: missing.length })}
      </p>
      <ul className={classes.missing}>
        {shown.map(({ user_id, name }) => (
          <li key={user_id}>
            <PersonLink id={user_id} className={classes.person}>
              {name}
            </PersonLink>
          </li>
        ))}
        {missing.length > shown.length ? (
          <li>
            <button type="button" data-more onClick={() => setOpen(true)}>
              {t('teacher.more', { count: missing.length - shown.length })}
            </button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
