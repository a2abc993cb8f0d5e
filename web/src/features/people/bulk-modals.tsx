import { Alert, Button, Group, Progress, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordList } from '../../components/display/password-list.tsx';
import { SectionField } from '../../components/inputs/section-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format/format.ts';
import {
  type BulkProgress,
  type BulkResult,
  useDeleteUsers,
  useMoveToSection,
  useRenewPasswords,
} from './bulk.queries.ts';

interface BulkModalProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

interface ClearingModalProps extends BulkModalProps {
  /** Called with those whom a stop or a failure left over, when everybody else is done. */
  readonly onDone: (left: readonly string[]) => void;
}

interface FrameProps {
  readonly children: ReactNode;
  /** How many are through, while it runs. */
  readonly progress: BulkProgress | null;
  readonly total: number;
  readonly onClose: () => void;
  /** The button that begins. */
  readonly button: ReactNode;
}

function Frame({ children, progress, total, onClose, button }: FrameProps) {
  const { t } = useTranslation(['people', 'common']);
  const format = useFormat();
  return (
    <Stack gap="lg">
      {children}
      {progress ? (
        <div role="status">
          <Progress value={(100 * progress.done) / total} aria-hidden />
          {t('bulk.progress', { done: format.number(progress.done), total: format.number(total) })}
        </div>
      ) : null}
      <Group justify="flex-end">
        <Button
          variant="default"
          data-autofocus
          loading={progress?.isStopping ?? false}
          onClick={progress ? progress.stop : onClose}
        >
          {progress ? t('bulk.stop') : t('common:actions.cancel')}
        </Button>
        {button}
      </Group>
    </Stack>
  );
}

type LeftOver = Pick<BulkResult, 'refused' | 'left' | 'error'>;

/** Who was left out, and why it ended early. */
function LeftOut({ refused, left, error }: LeftOver) {
  const { t, i18n } = useTranslation('people');
  return (
    <>
      {left.length > 0 ? (
        <Alert color="yellow" role="alert">
          {error ? `${errorText(error, i18n, t('bulk.failed'))} ` : null}
          {t('bulk.left', { count: left.length })}
        </Alert>
      ) : null}
      {refused > 0 ? <Alert color="yellow">{t('bulk.refused', { count: refused })}</Alert> : null}
    </>
  );
}

/** What was done, and how many were left out. */
function Outcome({ text, result, onClose }: { text: string; result: LeftOver; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Stack gap="lg">
      <div>{text}</div>
      <LeftOut {...result} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}

export function BulkSectionModal({ ids, onClose, onDone }: ClearingModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const [section, setSection] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { progress, move } = useMoveToSection(section.trim());
  const finish = () => {
    onDone(move.data?.left ?? []);
    onClose();
  };
  return (
    <FormModal
      title={t('bulk.sectionTitle', { count: ids.length })}
      onClose={move.data ? finish : move.isPending ? progress.stop : onClose}
      isUnsaved={section.trim() !== '' && !move.data && !move.isPending}
    >
      {move.data ? (
        <Outcome text={t('bulk.moved', { count: move.data.done })} result={move.data} onClose={finish} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (section.trim()) move.mutate(ids);
            else setProblem(t('bulk.sectionMissing'));
          }}
          noValidate
        >
          <Frame
            progress={move.isPending ? progress : null}
            total={ids.length}
            onClose={onClose}
            button={
              <Button type="submit" loading={move.isPending}>
                {t('bulk.move')}
              </Button>
            }
          >
            <div>{t('bulk.sectionText')}</div>
            <SectionField
              value={section}
              onChange={(next) => {
                setSection(next);
                setProblem(null);
              }}
              error={problem}
            />
          </Frame>
        </form>
      )}
    </FormModal>
  );
}

/** Makes new passwords and shows them with their slips. */
export function BulkPasswordsModal({ ids, onClose }: BulkModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const { progress, renew } = useRenewPasswords();
  const { data } = renew;
  return (
    <FormModal
      title={t('bulk.passwordsTitle', { count: ids.length })}
      onClose={renew.isPending ? progress.stop : onClose}
      size={data ? 'xl' : 'md'}
      isUnsaved={renew.isPending ? 'passwords' : false}
    >
      {data ? (
        <Stack gap="md">
          <LeftOut {...data} />
          {data.passwords.length > 0 ? <PasswordList passwords={data.passwords} /> : null}
        </Stack>
      ) : (
        <Frame
          progress={renew.isPending ? progress : null}
          total={ids.length}
          onClose={onClose}
          button={
            <Button loading={renew.isPending} onClick={() => renew.mutate(ids)}>
              {t('bulk.make')}
            </Button>
          }
        >
          <div>{t('bulk.passwordsText')}</div>
        </Frame>
      )}
    </FormModal>
  );
}

/** Deletes people after their number was typed. */
export function BulkDeleteModal({ ids, onClose, onDone }: ClearingModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const [typed, setTyped] = useState('');
  const { progress, remove } = useDeleteUsers();
  const finish = () => {
    onDone(remove.data?.left ?? []);
    onClose();
  };
  return (
    <FormModal
      title={t('bulk.removeTitle', { count: ids.length })}
      onClose={remove.data ? finish : remove.isPending ? progress.stop : onClose}
      isSmall
    >
      {remove.data ? (
        <Outcome
          text={t('bulk.removed', { count: remove.data.done })}
          result={remove.data}
          onClose={finish}
        />
      ) : (
        <Frame
          progress={remove.isPending ? progress : null}
          total={ids.length}
          onClose={onClose}
          button={
            <Button
              color="red"
              disabled={typed.replace(/\D/g, '') !== String(ids.length)}
              loading={remove.isPending}
              onClick={() => remove.mutate(ids)}
            >
              {t('bulk.remove')}
            </Button>
          }
        >
          <div>{t('bulk.removeText')}</div>
          <TextInput
            label={t('bulk.removeCheck', { count: ids.length })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Frame>
      )}
    </FormModal>
  );
}
