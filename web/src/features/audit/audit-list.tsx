import { CopyButton, UnstyledButton } from '@mantine/core';
import { parseLocalDate } from '@rollcall/core/kernel/local-date';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateOfIso } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionClock } from '../../lib/format/institution-day.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './audit.queries.ts';
import { useFacts } from './use-facts.ts';

/** The audit log: a heading for each day of the institution, a sentence for each entry, its details on demand. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const format = useFormat();
  const clock = useInstitutionClock();
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = clock.dayOf(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={classes.day} aria-label={format.longDate(dateOfIso(day))}>
      <h3>{format.longDate(dateOfIso(day))}</h3>
      <ul>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} time={clock.timeOf(new Date(entry.at))} />
        ))}
      </ul>
    </section>
  ));
}

function Entry({ entry, time }: { entry: AuditEntry; time: string }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const sentence = useSentence();
  const facts = useFacts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { who, what, whom } = sentence(entry);
  return (
    <li>
      <UnstyledButton
        className={classes.line ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <time dateTime={entry.at}>{format.time(time)}</time>
        <span className={classes.sentence}>
          {who ? <strong>{who}</strong> : null} {what}
          {whom ? (
            <>
              {': '}
              <span className={classes.whom} title={whom}>
                {whom}
              </span>
            </>
          ) : null}
        </span>
        <IconChevronDown size={18} aria-hidden data-open={isOpen} />
      </UnstyledButton>
      <dl id={id} className={classes.facts} hidden={!isOpen}>
        {isOpen
          ? [
              [t('when'), format.fullMoment(entry.at)],
              [t('who'), entry.actor],
              ...(entry.subject ? [[t('subject'), entry.subject]] : []),
              ...facts(entry),
              [t('where'), entry.address],
            ].map(([name = '', value = '']) => <Fact key={name} name={name} value={value} />)
          : null}
      </dl>
    </li>
  );
}

/** Above this a value is cut off at the end of its line, never broken inside, and can be copied whole. */
const LONG = 40;

function Fact({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation(['audit', 'common']);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value.length > LONG && !value.includes(' ') ? (
          <>
            <code title={value}>{value}</code>
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <UnstyledButton className={classes.copy ?? ''} onClick={copy}>
                  <span aria-live="polite">{copied ? t('common:actions.copied') : t('audit:copy')}</span>
                </UnstyledButton>
              )}
            </CopyButton>
          </>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

/** Actions that nobody did: something was refused. */
const WITHOUT_ACTOR: readonly AuditEntry['action'][] = ['sign_in_failed', 'face_refused', 'kiosk_refused'];

/** Who did what to whom. */
function useSentence() {
  const { t, i18n } = useTranslation('audit');
  const format = useFormat();
  return ({ actor, action, subject, subject_name: name }: AuditEntry) => {
    const text = t(`actions.${action}`);
    const who = WITHOUT_ACTOR.includes(action) ? null : actor;
    // English actions are verbs, which go on after the name; the other languages set them apart.
    const isVerb = i18n.language === 'en' && who !== null;
    const whom = subject && parseLocalDate(subject) ? format.date(subject) : (name ?? subject);
    return {
      who: who === null || isVerb ? who : `${who}:`,
      what: isVerb ? text.charAt(0).toLowerCase() + text.slice(1) : text,
      // Whoever acts on themselves is named once.
      whom: whom === actor ? null : whom,
    };
  };
}
