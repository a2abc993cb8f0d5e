import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './account.module.css';
import { useSaveEmail } from './account.queries.ts';

/** The address of the account; an empty field removes it. */
export function EmailCard({ email }: { email: string | null }) {
  const { t, i18n } = useTranslation('account');
  const save = useSaveEmail();
  const [address, setAddress] = useState(email ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const next = address.trim() || null;
    save.mutate(next, { onSuccess: () => toast('success', t(next ? 'email.saved' : 'email.removed')) });
  };
  return (
    <Card title={t('email.title')} hint={t('email.hint')}>
      <form onSubmit={submit} noValidate className={classes.withButton}>
        <TextInput
          label={t('email.field')}
          type="email"
          autoComplete="email"
          value={address}
          error={save.error ? errorText(save.error, i18n, t('email.failed')) : null}
          onChange={(event) => {
            save.reset();
            setAddress(event.currentTarget.value);
          }}
        />
        <Button
          type="submit"
          variant="light"
          loading={save.isPending}
          disabled={address.trim() === (email ?? '')}
        >
          {t('email.save')}
        </Button>
      </form>
    </Card>
  );
}
