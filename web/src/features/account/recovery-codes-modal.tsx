import { Button, Checkbox, CopyButton, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import classes from './account.module.css';

/** Shows new recovery codes, this once. Closes only after the person says that they have kept them. */
export function RecoveryCodesModal({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const [isKept, setKept] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const { institution_name: institution } = usePublicSettings();
  const name = useMe()?.user.name ?? '';
  const close = () => (isKept ? onDone() : setWarned(true));
  return (
    <FormModal title={t('recovery.modalTitle')} onClose={close}>
      <Stack gap="md">
        <p className={`${classes.text} rc-no-print`}>{t('recovery.modalText')}</p>
        <p className={classes.printed}>{t('recovery.printed', { name, institution })}</p>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group gap="sm" className="rc-no-print">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
                onClick={copy}
              >
                <span aria-live="polite">{copied ? t('common:actions.copied') : t('recovery.copy')}</span>
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => print()}
          >
            {t('recovery.print')}
          </Button>
        </Group>
        <Checkbox
          className="rc-no-print"
          label={t('recovery.kept')}
          checked={isKept}
          error={isWarned && !isKept ? t('recovery.keepFirst') : null}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end" className="rc-no-print">
          <Button onClick={close}>{t('recovery.done')}</Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
