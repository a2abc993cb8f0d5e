import { CopyButton, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './credential.module.css';

/** A credential of a demo account; a click copies it. */
export function Credential({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation(['home', 'common']);
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.row} onClick={copy} aria-label={t('demo.copyValue', { label })}>
          <span className={classes.label}>{label}</span>
          <code className={classes.value}>{value}</code>
          {copied ? (
            <IconCheck size={18} className={classes.done} aria-hidden />
          ) : (
            <IconCopy size={18} aria-hidden />
          )}
          <span className={classes.announced} aria-live="polite">
            {copied ? t('common:actions.copied') : ''}
          </span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
