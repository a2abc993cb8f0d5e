import { Button, Chip, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import type { Marking } from './use-marking.ts';

interface DialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly marking: Marking;
  readonly onClose: () => void;
}

const REASON_MAX = 500;

function Buttons({ isBusy, isReady, onClose }: { isBusy: boolean; isReady: boolean; onClose: () => void }) {
  const { t } = useTranslation(['attendance', 'common']);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('common:actions.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isReady}>
        {t('today.save')}
      </Button>
    </Group>
  );
}

/** When somebody came: the arrival they have, or now, unless it is changed. `mark` is `late` whatever the rule says about the time. */
export function ArrivalDialog({
  person,
  marking,
  onClose,
  mark,
  now,
  arrived,
}: DialogProps & { mark: 'here' | 'late'; now: string | null; arrived: string | null }) {
  const { t } = useTranslation('attendance');
  const first = arrived ?? now ?? '';
  const [time, setTime] = useState(first);
  const title = t(mark === 'late' ? 'today.lateTitle' : 'today.hereTitle', { name: person.name });
  return (
    <FormModal title={title} onClose={onClose} isSmall size="sm" isUnsaved={time !== first}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Unchanged or empty is the arrival, or now by the server's clock, however long the dialog was open.
          const came = time === first || time === '' ? {} : { time };
          marking.mark({ user_id: person.id, mark, ...came }, onClose);
        }}
      >
        <Stack gap="md">
          <TextInput
            type="time"
            label={t('today.arrivedAt')}
            data-autofocus
            description={arrived ? undefined : t('today.arrivedHint')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Buttons isBusy={marking.isBusy} isReady onClose={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}

const REASONS = ['ill', 'doctor', 'family', 'trip'] as const;

/** The usual reasons in one tap, any other in words; until today, or a later day for whoever may enter leave. */
export function ExcuseDialog({ person, marking, onClose }: DialogProps) {
  const { t } = useTranslation('attendance');
  const today = useInstitutionToday();
  const mayUntil = mayIn(useMe(), 'leaves.manage');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(today);
  // Without a later day it is today by the server's calendar.
  const later = until > today ? { until } : {};
  const withText = (kind: string) =>
    reason.trim() ? `${kind}: ${reason.trim()}`.slice(0, REASON_MAX) : kind;
  const excuse = (why: string) =>
    marking.mark({ user_id: person.id, mark: 'excused', reason: why, ...later }, onClose);
  return (
    <FormModal
      title={t('today.excuseTitle', { name: person.name })}
      onClose={onClose}
      isSmall
      size="sm"
      isUnsaved={reason !== '' || until !== today}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          excuse(reason.trim());
        }}
      >
        <Stack gap="md">
          {mayUntil ? (
            <DateField label={t('today.until')} min={today} value={until} onChange={setUntil} />
          ) : null}
          <Group gap="xs">
            {REASONS.map((each, index) => (
              <Button
                key={each}
                variant="default"
                disabled={marking.isBusy}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
                onClick={() => excuse(withText(t(`today.reasons.${each}`)))}
              >
                {t(`today.reasons.${each}`)}
              </Button>
            ))}
          </Group>
          <TextInput
            label={t('today.reason')}
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Buttons isBusy={marking.isBusy} isReady={reason.trim() !== ''} onClose={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}

export function NoteDialog({ person, marking, onClose }: DialogProps) {
  const { t } = useTranslation('attendance');
  const [text, setText] = useState('');
  return (
    <FormModal
      title={t('today.noteTitle', { name: person.name })}
      onClose={onClose}
      isSmall
      size="sm"
      isUnsaved={text !== ''}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          marking.note({ user_id: person.id, kind: 'note', text: text.trim() }, onClose);
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('today.noteText')}
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Buttons isBusy={marking.isBusy} isReady={text.trim() !== ''} onClose={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}

const RESULTS = ['noAnswer', 'onTheWay', 'message', 'ill'] as const;

/** The number to call, and what came of the call. */
export function CallDialog({
  person,
  marking,
  onClose,
  phone,
  mayExcuse,
}: DialogProps & { phone: string | null; mayExcuse: boolean }) {
  const { t } = useTranslation('attendance');
  const [chosen, setChosen] = useState<(typeof RESULTS)[number] | null>(null);
  const [result, setResult] = useState('');
  const isExcuse = mayExcuse && chosen === 'ill';
  // "Ill today", or what was written instead with the kind of excuse before it.
  const excuseOf = (text: string) =>
    text === t('today.results.ill') ? text : `${t('today.reasons.ill')}: ${text}`.slice(0, REASON_MAX);
  return (
    <FormModal
      title={t('today.callTitle', { name: person.name })}
      onClose={onClose}
      isSmall
      size="sm"
      isUnsaved={result !== ''}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = result.trim();
          const excuse = isExcuse ? { excuse: excuseOf(text) } : {};
          marking.note({ user_id: person.id, kind: 'call', text, ...excuse }, onClose);
        }}
      >
        <Stack gap="md">
          {phone ? (
            <Button
              component="a"
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              size="md"
              data-autofocus
              leftSection={<IconPhone size={18} aria-hidden />}
            >
              {t('today.callNumber', { phone })}
            </Button>
          ) : (
            <Text c="dimmed">{t('today.noPhone')}</Text>
          )}
          <Chip.Group
            value={chosen ?? ''}
            onChange={(value) => {
              const next = RESULTS.find((each) => each === value);
              if (!next) return;
              setChosen(next);
              setResult(t(`today.results.${next}`));
            }}
          >
            <Group gap="xs" role="group" aria-label={t('today.callResult')}>
              {RESULTS.map((each) => (
                <Chip key={each} value={each} variant="outline">
                  {t(`today.results.${each}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <TextInput
            label={t('today.callResult')}
            maxLength={REASON_MAX}
            value={result}
            onChange={(event) => setResult(event.currentTarget.value)}
          />
          {isExcuse ? <Text role="status">{t('today.callExcuses', { name: person.name })}</Text> : null}
          <Buttons isBusy={marking.isBusy} isReady={result.trim() !== ''} onClose={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}
