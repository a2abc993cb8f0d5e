import { Button, Group, Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import classes from './consent-step.module.css';
import { useConsentOf, useNoteConsent } from './enrolment.queries.ts';
import type { FaceSubject } from './enrolment.reducer.ts';

interface ConsentStepProps {
  readonly subject: FaceSubject;
  /** The consent is on record, or may be missing here. */
  readonly onGoOn: () => void;
  /** Nobody agreed. */
  readonly onDecline: () => void;
}

/** Asks for consent before the first photo; not shown where it is on record. */
export function ConsentStep({ subject, onGoOn, onDecline }: ConsentStepProps) {
  const query = useConsentOf(subject.id);
  const { data } = query;
  const isGiven =
    data?.consents.some(({ withdrawn_at, text_version }) => !withdrawn_at && text_version === data.version) ??
    false;
  const goOn = useEffectEvent(onGoOn);
  useEffect(() => {
    if (isGiven) goOn();
  }, [isGiven]);
  if (query.isError && !data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!data || isGiven) return <Skeleton height={320} radius={12} />;
  return <ConsentForm subject={subject} {...data} onGoOn={onGoOn} onDecline={onDecline} />;
}

interface ConsentFormProps extends ConsentStepProps {
  readonly required: boolean;
  readonly version: string;
  readonly text: string;
}

type Who = 'person' | 'guardian' | 'nobody';

function ConsentForm({ subject, required, version, text, onGoOn, onDecline }: ConsentFormProps) {
  const { t } = useTranslation(['registration', 'common']);
  const note = useNoteConsent(subject.id);
  const today = useInstitutionToday();
  const [who, setWho] = useState<Who | null>(null);
  const [guardian, setGuardian] = useState('');
  const [method, setMethod] = useState<'paper' | 'digital'>('paper');
  const [day, setDay] = useState(today);
  useUnsaved(who !== null && who !== 'nobody');
  const isComplete = who === 'person' || (who === 'guardian' && guardian.trim() !== '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (who === 'nobody') return onDecline();
    if (!isComplete) return;
    const given_by = who === 'guardian' ? guardian.trim() : subject.name;
    // The institution may be in another zone: it knows its own today.
    const agreed_on = day && day !== today ? { agreed_on: day } : {};
    note.mutate({ given_by, method, version, ...agreed_on }, { onSuccess: onGoOn });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <h3 className={classes.title}>{t('consent.title')}</h3>
          <blockquote className={classes.text} dir="auto">
            {text}
          </blockquote>
          <p className={classes.version}>{t('consent.version', { version })}</p>
        </div>
        <Radio.Group
          label={t('consent.who')}
          value={who}
          onChange={(value) => setWho(value as Who)} // one of the three below
        >
          <Stack gap={10} mt={8}>
            <Radio value="person" label={t('consent.person', { name: subject.name })} data-autofocus />
            <Radio value="guardian" label={t('consent.guardian')} />
            <Radio value="nobody" label={t('consent.nobody')} />
          </Stack>
        </Radio.Group>
        {who === 'guardian' ? (
          <TextInput
            label={t('consent.guardianName')}
            maxLength={200}
            required
            value={guardian}
            onChange={(event) => setGuardian(event.currentTarget.value)}
          />
        ) : null}
        {who === 'nobody' ? (
          <p className={classes.version}>{t('consent.nobodyText', { name: subject.name })}</p>
        ) : (
          <Group grow align="flex-start">
            <Radio.Group
              label={t('consent.how')}
              value={method}
              onChange={(value) => setMethod(value === 'digital' ? 'digital' : 'paper')}
            >
              <Stack gap={10} mt={8}>
                <Radio value="paper" label={t('consent.paper')} />
                <Radio value="digital" label={t('consent.digital')} />
              </Stack>
            </Radio.Group>
            <DateField label={t('consent.day')} value={day} max={today} onChange={setDay} />
          </Group>
        )}
        <Group justify="flex-end">
          {required ? null : (
            <Button variant="subtle" onClick={onGoOn}>
              {t('consent.later')}
            </Button>
          )}
          <Button type="submit" disabled={who !== 'nobody' && !isComplete} loading={note.isPending}>
            {who === 'nobody' ? t('skip') : t('consent.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
