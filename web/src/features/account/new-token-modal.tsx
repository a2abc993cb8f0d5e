import { Button, Checkbox, CopyButton, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { TOKEN_LIMITS } from '@rollcall/core/auth/tokens/tokens.rules';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { fieldTexts } from '../../lib/api/api-error.ts';
import { isoOfDate } from '../../lib/format/dates.ts';
import { useInstitutionDate } from '../../lib/format/institution-day.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import classes from './account.module.css';
import { type TokenList, useCreateToken } from './account.queries.ts';
import { Problem } from './problem.tsx';

type TokenAction = TokenList['actions'][number];

const inDays = (today: Date, days: number) =>
  isoOfDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));
const FIRST_DAYS = 90;

interface NewTokenModalProps {
  /** What the account may give to a token. */
  readonly choices: readonly TokenAction[];
  readonly onClose: () => void;
}

/** Makes an API token and shows it, this once. */
export function NewTokenModal({ choices, onClose }: NewTokenModalProps) {
  const { t } = useTranslation('account');
  const create = useCreateToken();
  if (create.data) return <TokenShown token={create.data.token} onClose={onClose} />;
  return (
    <FormModal title={t('tokens.add')} onClose={onClose} size="lg">
      <NewTokenForm choices={choices} create={create} />
    </FormModal>
  );
}

interface NewTokenFormProps {
  readonly choices: readonly TokenAction[];
  readonly create: ReturnType<typeof useCreateToken>;
}

function NewTokenForm({ choices, create }: NewTokenFormProps) {
  const { t, i18n } = useTranslation('account');
  const [name, setName] = useState('');
  const [actions, setActions] = useState<readonly string[]>([]);
  useUnsaved(name !== '' || actions.length > 0);
  const today = useInstitutionDate();
  const [expires, setExpires] = useState(() => inDays(today, FIRST_DAYS));
  const [isSubmitted, setSubmitted] = useState(false);
  const fields = fieldTexts(create.error, i18n);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const chosen = choices.filter((action) => actions.includes(action));
    if (name.trim() && chosen.length > 0)
      create.mutate({ name: name.trim(), actions: chosen, expires_on: expires });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('tokens.name')}
          description={t('tokens.nameHint')}
          maxLength={TOKEN_LIMITS.name}
          data-autofocus
          value={name}
          error={isSubmitted && !name.trim() ? t('tokens.missingName') : (fields.name ?? null)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={t('tokens.actions')}
          value={[...actions]}
          onChange={setActions}
          error={isSubmitted && actions.length === 0 ? t('tokens.missingActions') : null}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {choices.map((action) => (
              <Checkbox key={action} value={action} label={t(`actions.${action}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <DateField
          label={t('tokens.expires')}
          value={expires}
          min={inDays(today, 0)}
          max={inDays(today, TOKEN_LIMITS.days)}
          error={fields.expires_on}
          onChange={setExpires}
        />
        <Problem error={create.error} fallback={t('tokens.failed')} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('tokens.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TokenShown({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const [isCopied, setCopied] = useState(false);
  return (
    <FormModal title={t('tokens.made')} onClose={onClose} size="lg" isUnsaved={isCopied ? false : 'token'}>
      <Stack gap="md">
        <p className={classes.text}>{t('tokens.madeText')}</p>
        <code className={classes.token}>{token}</code>
        <Group justify="space-between">
          <CopyButton value={token}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
                onClick={() => {
                  copy();
                  setCopied(true);
                }}
              >
                <span aria-live="polite">{copied ? t('common:actions.copied') : t('recovery.copy')}</span>
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('tokens.copied')}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
