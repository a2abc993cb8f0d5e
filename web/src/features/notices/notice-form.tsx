import { Alert, Button, Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NOTICE_LIMITS } from '@rollcall/core/notices/notices.rules';
import { PRIORITIES } from '@rollcall/core/notices/notices.types';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { toast } from '../../lib/toast.tsx';
import { useUnsaved } from '../../lib/unsaved.ts';
import { audienceOf, useAudiences } from './audience.ts';
import { type NewNoticeInput, useCreateNotice } from './notices.queries.ts';

interface Values extends Omit<NewNoticeInput, 'audience'> {
  audience: string;
}

const EMPTY: Values = { title: '', content: '', priority: 'normal', tags: [], audience: '' };

export function NoticeForm({ autoFocus = false, onPosted }: { autoFocus?: boolean; onPosted?: () => void }) {
  const { t } = useTranslation('notices');
  const create = useCreateNotice();
  const audiences = useAudiences();
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: {
      audience: (value) => (value || audiences.mayBeEverybody ? null : t('audience.missing')),
      title: (value) => (value.trim() ? null : t('form.missing')),
      content: (value) => (value.trim() ? null : t('form.missing')),
    },
  });
  const markSaved = useUnsaved(form.isDirty());
  const submit = form.onSubmit(
    ({ audience, ...input }) =>
      create.mutate(
        { ...input, audience: audienceOf(audience) },
        {
          onSuccess: () => {
            markSaved();
            form.reset();
            onPosted?.();
          },
        },
      ),
    () => toast('warning', t('form.missing'), t('form.missingTitle')),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('form.titleLabel')}
          maxLength={NOTICE_LIMITS.title}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t('form.contentLabel')}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={NOTICE_LIMITS.content}
          {...form.getInputProps('content')}
        />
        {!audiences.mayBeEverybody && audiences.count === 0 ? (
          <Alert color="gray" variant="light">
            {t('audience.none')}
          </Alert>
        ) : (
          <Select
            label={t('audience.label')}
            placeholder={t('audience.choose')}
            allowDeselect={false}
            searchable={audiences.count > 8}
            data={audiences.data}
            {...form.getInputProps('audience')}
          />
        )}
        <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
          <Select
            label={t('form.priority')}
            data={PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
            {...form.getInputProps('priority')}
          />
          <TagsInput
            label={t('form.tags')}
            description={t('form.tagsHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            maxTags={NOTICE_LIMITS.tags}
            miw="min(240px, 100%)"
            {...form.getInputProps('tags')}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function CreateNoticeModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['notices', 'common']);
  return (
    <FormModal title={t('form.title')} onClose={onClose} size="lg">
      <NoticeForm autoFocus onPosted={onClose} />
    </FormModal>
  );
}
