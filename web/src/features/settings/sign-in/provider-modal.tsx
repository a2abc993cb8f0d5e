import { Alert, Button, Group, PasswordInput, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { kindsFirst } from '@rollcall/core/people/people.rules';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../../components/feedback/problem-note.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { ApiError, errorText, fieldTexts } from '../../../lib/api/api-error.ts';
import { useInstitutionKind } from '../../../lib/api/public-settings.queries.ts';
import { inputOf, type ProviderValues, valuesOf } from './provider-form.ts';
import { ProviderRulesFields } from './provider-rules-fields.tsx';
import classes from './sign-in.module.css';
import { type Provider, useSaveProvider, useTestProvider } from './sign-in.queries.ts';

interface ProviderModalProps {
  /** Null for a new one. */
  readonly provider: Provider | null;
  readonly onClose: () => void;
}

/** Adds or changes an identity provider. */
export function ProviderModal({ provider, onClose }: ProviderModalProps) {
  const { t, i18n } = useTranslation(['management', 'common']);
  const save = useSaveProvider();
  const [usual] = kindsFirst(useInstitutionKind());
  const form = useForm<ProviderValues>({ mode: 'controlled', initialValues: valuesOf(provider, usual) });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { id: provider?.id ?? null, input: inputOf(values, provider) },
      {
        onSuccess: onClose,
        onError: (error) => form.setErrors(fieldTexts(error, i18n)),
      },
    ),
  );
  const values = form.getValues();
  return (
    <FormModal
      title={provider?.name ?? t('providers.add')}
      onClose={onClose}
      size="lg"
      isUnsaved={form.isDirty()}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('providers.form.name')} data-autofocus {...form.getInputProps('name')} />
          <IssuerField form={form} />
          <TextInput
            label={t('providers.form.clientId')}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('client_id')}
          />
          <PasswordInput
            label={t('providers.form.clientSecret')}
            description={t(provider?.has_secret ? 'providers.form.secretKept' : 'providers.form.secretHint')}
            autoComplete="off"
            disabled={values.hasNoSecret}
            visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
            {...form.getInputProps('client_secret')}
          />
          {provider?.has_secret ? (
            <Switch
              label={t('providers.form.noSecret')}
              {...form.getInputProps('hasNoSecret', { type: 'checkbox' })}
            />
          ) : null}
          <TagsInput
            label={t('providers.form.scopes')}
            description={t('providers.form.scopesHint')}
            {...form.getInputProps('scopes')}
          />
          <TagsInput
            label={t('providers.form.trusted')}
            description={t('providers.form.trustedHint')}
            placeholder={values.trusted_domains.length === 0 ? t('providers.form.domainsPlaceholder') : ''}
            {...form.getInputProps('trusted_domains')}
          />
          <Switch
            label={t('providers.form.active')}
            {...form.getInputProps('active', { type: 'checkbox' })}
          />
          <Switch
            label={t('providers.form.secondFactor')}
            {...form.getInputProps('second_factor', { type: 'checkbox' })}
          />
          <ProviderRulesFields form={form} />
          <ProblemNote text={save.error ? errorText(save.error, i18n, t('providers.failed')) : null} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common:actions.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

/** The issuer, and a test that reads its discovery document. */
function IssuerField({ form }: { form: UseFormReturnType<ProviderValues> }) {
  const { t, i18n } = useTranslation('management');
  const test = useTestProvider();
  const { issuer, scopes } = form.getValues();
  const found = test.data;
  const failure = test.error
    ? (test.error instanceof ApiError && test.error.fields.issuer) ||
      errorText(test.error, i18n, t('providers.form.testFailed'))
    : null;
  return (
    <>
      <div className={classes.line}>
        <TextInput
          label={t('providers.form.issuer')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('providers.form.issuerHint')}
          type="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('issuer')}
        />
        <Button
          variant="default"
          disabled={!issuer.trim()}
          loading={test.isPending}
          onClick={() => test.mutate({ issuer: issuer.trim(), scopes })}
        >
          {t('providers.form.test')}
        </Button>
      </div>
      <div aria-live="polite" className={classes.tested}>
        {failure ? (
          <Alert color="red" variant="light">
            {failure}
          </Alert>
        ) : null}
        {found ? (
          <Alert color={found.ok ? 'teal' : 'red'} variant="light">
            {found.ok ? t('providers.form.testGood') : null}
            <ul className={classes.results}>
              {[...found.problems, ...found.remarks].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Alert>
        ) : null}
      </div>
    </>
  );
}
