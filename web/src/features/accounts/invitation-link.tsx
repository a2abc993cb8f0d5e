import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Host, useHost } from '../../lib/api/host.ts';
import { isLoopback } from '../../lib/api/own-address.ts';

/** A server that does not know its own address answers a path. */
export function wholeLink(link: string, { routing }: Pick<Host, 'routing'>): string {
  if (!link.startsWith('/')) return link;
  return routing === 'hash' ? `${location.origin}${location.pathname}#${link}` : `${location.origin}${link}`;
}

interface InvitationLinkProps {
  readonly name: string;
  /** Null for somebody who has a password already. */
  readonly link: string | null;
  readonly mailed: boolean;
  readonly onClose: () => void;
}

/** The link at which somebody chooses a password. The server keeps no copy that could be shown again. */
export function InvitationLink({ name, link, mailed, onClose }: InvitationLinkProps) {
  const { t } = useTranslation(['management', 'common']);
  const host = useHost();
  const address = link === null ? null : wholeLink(link, host);
  return (
    <Stack gap="md">
      {address === null ? (
        <div role="status">{t('accounts.link.notNeeded', { name })}</div>
      ) : (
        <>
          <div role="status">{t('accounts.link.text', { name })}</div>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {address}
          </Code>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
                onClick={copy}
              >
                <span aria-live="polite">
                  {copied ? t('common:actions.copied') : t('accounts.link.copy')}
                </span>
              </Button>
            )}
          </CopyButton>
          {isLoopback(new URL(address).hostname) ? (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
              {t('accounts.link.hereOnly')}
            </Alert>
          ) : null}
          <Alert color={mailed ? 'teal' : 'gray'} variant="light" icon={<IconMail size={20} aria-hidden />}>
            {mailed ? t('accounts.link.mailed') : t('accounts.link.notMailed')}
          </Alert>
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}
