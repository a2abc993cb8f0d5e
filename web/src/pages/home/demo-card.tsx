import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Credential } from '../../components/credential.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import classes from './home.module.css';

interface DemoCardProps {
  readonly kind: 'user' | 'admin';
  readonly icon: ReactNode;
  readonly account: { readonly username?: string; readonly password: string } | undefined;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}

/** One click opens the product; whoever prefers to sign in by hand has the values and the link. */
export function DemoCard({ kind, icon, account, isBusy, onOpen }: DemoCardProps) {
  const { t } = useTranslation('home');
  const to = kind === 'user' ? '/login' : '/admin/login';
  return (
    <article className={classes.tile}>
      <span className={classes.icon}>{icon}</span>
      <h3>{t(`demo.${kind}.title`)}</h3>
      <p>{t(`demo.${kind}.text`)}</p>
      {account ? (
        <Stack gap={8} mt={16}>
          {account.username ? <Credential label={t('demo.username')} value={account.username} /> : null}
          <Credential label={t('demo.password')} value={account.password} />
        </Stack>
      ) : null}
      <div className={classes.demoAction}>
        {account ? (
          <>
            <Button variant="light" fullWidth loading={isBusy} onClick={onOpen}>
              {t(`demo.${kind}.action`)}
            </Button>
            <Link to={to} className={classes.self}>
              {t('demo.self')}
            </Link>
          </>
        ) : (
          <LinkButton to={to} variant="light" fullWidth>
            {kind === 'user' ? t('demo.signInUser') : t('demo.signInAdmin')}
          </LinkButton>
        )}
      </div>
    </article>
  );
}
