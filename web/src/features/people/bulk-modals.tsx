import { Alert, Button, Group, Progress, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordList } from '../../components/display/password-list.tsx';
import { SectionField } from '../../components/inputs/section-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useDeleteUsers, useMoveToSection, useRenewPasswords } from './bulk.queries.ts';

interface BulkModalProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

interface ClearingModalProps extends BulkModalProps {
  /** Called when everybody who could be changed is. */
  readonly onDone: () => void;
}

interface FrameProps {
  readonly children: ReactNode;
  /** How many of how many are through, while it runs. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly buttons: ReactNode;
}

function Frame({ children, progress, buttons }: FrameProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  return (
    <Stack gap="lg">
      {children}
      {progress ? (
        <div role="status">
          <Progress value={(100 * progress.done) / progress.total} aria-hidden />
          {t('bulk.progress', { done: format.number(progress.done), total: format.number(progress.total) })}
        </div>
      ) : null}
      <Group justify="flex-end">{buttons}</Group>
    </Stack>
  );
}

/** What was done, and how many were left out. */
function Outcome({ text, refused, onClose }: { text: string; refused: number; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  return (
    <Stack gap="lg">
      <div>{text}</div>
      {refused > 0 ? <Alert color="yellow">{t('bulk.refused', { count: refused })}</Alert> : null}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}

export function BulkSectionModal({ ids, onClose, onDone }: ClearingModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const [section, setSection] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { done, move } = useMoveToSection(section.trim());
  const finish = () => {
    onDone();
    onClose();
  };
  return (
    <FormModal
      title={t('bulk.sectionTitle', { count: ids.length })}
      onClose={move.data ? finish : onClose}
      isUnsaved={section.trim() !== '' && !move.data}
    >
      {move.data ? (
        <Outcome
          text={t('bulk.moved', { count: move.data.done })}
          refused={move.data.refused}
          onClose={finish}
        />
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
            progress={move.isPending ? { done, total: ids.length } : null}
            buttons={
              <>
                <Button variant="default" onClick={onClose}>
                  {t('common:actions.cancel')}
                </Button>
                <Button type="submit" loading={move.isPending}>
                  {t('bulk.move')}
                </Button>
              </>
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
  const { done, renew } = useRenewPasswords();
  const { data } = renew;
  return (
    <FormModal
      title={t('bulk.passwordsTitle', { count: ids.length })}
      onClose={onClose}
      size={data ? 'xl' : 'md'}
      isUnsaved={renew.isPending ? 'passwords' : false}
    >
      {data ? (
        <Stack gap="md">
          {data.refused > 0 ? (
            <Alert color="yellow">{t('bulk.refused', { count: data.refused })}</Alert>
          ) : null}
          {data.passwords.length > 0 ? <PasswordList passwords={data.passwords} /> : null}
        </Stack>
      ) : (
        <Frame
          progress={renew.isPending ? { done, total: ids.length } : null}
          buttons={
            <>
              <Button variant="default" onClick={onClose} data-autofocus>
                {t('common:actions.cancel')}
              </Button>
              <Button loading={renew.isPending} onClick={() => renew.mutate(ids)}>
                {t('bulk.make')}
              </Button>
            </>
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
  const { done, remove } = useDeleteUsers();
  const finish = () => {
    onDone();
    onClose();
  };
  return (
    <FormModal
      title={t('bulk.removeTitle', { count: ids.length })}
      onClose={remove.data ? finish : onClose}
      isSmall
    >
      {remove.data ? (
        <Outcome
          text={t('bulk.removed', { count: remove.data.done })}
          refused={remove.data.refused}
          onClose={finish}
        />
      ) : (
        <Frame
          progress={remove.isPending ? { done, total: ids.length } : null}
          buttons={
            <>
              <Button variant="default" onClick={onClose} data-autofocus>
                {t('common:actions.cancel')}
              </Button>
              <Button
                color="red"
                disabled={typed.replace(/\D/g, '') !== String(ids.length)}
                loading={remove.isPending}
                onClick={() => remove.mutate(ids)}
              >
                {t('bulk.remove')}
              </Button>
            </>
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
