import { Button, Chip, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
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

/** When somebody came: now, unless it is changed. `mark` is `late` whatever the rule says about the time. */
export function ArrivalDialog({
  person,
  marking,
  onClose,
  mark,
  now,
}: DialogProps & { mark: 'here' | 'late'; now: string | null }) {
  const { t } = useTranslation('attendance');
  const [time, setTime] = useState(now ?? '');
  const title = t(mark === 'late' ? 'today.lateTitle' : 'today.hereTitle', { name: person.name });
  return (
    <FormModal title={title} onClose={onClose} isSmall size="sm" isUnsaved={time !== (now ?? '')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Unchanged or empty is now by the server's clock, however long the dialog was open.
          const came = time === (now ?? '') ? {} : { time };
          marking.mark({ user_id: person.id, mark, ...came }, onClose);
        }}
      >
        <Stack gap="md">
          <TextInput
            type="time"
            label={t('today.arrivedAt')}
            data-autofocus
            description={t('today.arrivedHint')}
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

/** The usual reasons in one tap, any other in words. */
export function ExcuseDialog({ person, marking, onClose }: DialogProps) {
  const { t } = useTranslation('attendance');
  const [reason, setReason] = useState('');
  const excuse = (why: string) => marking.mark({ user_id: person.id, mark: 'excused', reason: why }, onClose);
  return (
    <FormModal
      title={t('today.excuseTitle', { name: person.name })}
      onClose={onClose}
      isSmall
      size="sm"
      isUnsaved={reason !== ''}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          excuse(reason.trim());
        }}
      >
        <Stack gap="md">
          <Group gap="xs">
            {REASONS.map((each, index) => (
              <Button
                key={each}
                variant="default"
                disabled={marking.isBusy}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
                onClick={() => excuse(t(`today.reasons.${each}`))}
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
export function CallDialog({ person, marking, onClose, phone }: DialogProps & { phone: string | null }) {
  const { t } = useTranslation('attendance');
  const [result, setResult] = useState('');
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
          marking.note({ user_id: person.id, kind: 'call', text: result.trim() }, onClose);
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
            value={RESULTS.find((each) => t(`today.results.${each}`) === result) ?? ''}
            onChange={(value) => {
              const chosen = RESULTS.find((each) => each === value);
              if (chosen) setResult(t(`today.results.${chosen}`));
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
          <Buttons isBusy={marking.isBusy} isReady={result.trim() !== ''} onClose={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}
