import { ActionIcon, Badge, Menu } from '@mantine/core';
import { isAdministrator, outranks } from '@rollcall/core/kernel/access';
import {
  IconDotsVertical,
  IconLink,
  IconLinkOff,
  IconLogout,
  IconShieldOff,
  IconTrash,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import classes from './accounts.module.css';
import type { Account, AccountAct, LinkedProvider } from './accounts.queries.ts';

export interface AccountHandlers {
  readonly onChange: (account: Account) => void;
  readonly onInvite: (account: Account) => void;
  readonly onAct: (account: Account, act: AccountAct) => void;
  readonly onUnlink: (account: Account, provider: LinkedProvider) => void;
  readonly onProfile: (account: Account) => void;
}

interface AccountListProps extends AccountHandlers {
  readonly accounts: readonly Account[];
}

/** Accounts with their role, what it reaches, and how they sign in. */
export function AccountList({ accounts, ...handlers }: AccountListProps) {
  const { t } = useTranslation(['management', 'common']);
  const me = useMe();
  return (
    <ul className={classes.list}>
      {accounts.map((account) => (
        <li key={account.user_id} className={classes.row}>
          <Initial name={account.name} />
          <div className={classes.who}>
            <strong>
              {account.name}
              {account.user_id === me?.user.id ? (
                <span className={classes.quiet}> ({t('accounts.you')})</span>
              ) : null}
            </strong>
            <span className={classes.quiet}>
              {[account.username, account.email].filter(Boolean).join(' · ') || t('accounts.noSignIn')}
            </span>
          </div>
          <div className={classes.role}>
            <Badge
              variant="light"
              tt="none"
              size="lg"
              color={isAdministrator(account.role) ? 'teal' : 'gray'}
            >
              {t(`common:accountRoles.${account.role}`)}
            </Badge>
            <Scope account={account} />
          </div>
          <SignIns account={account} />
          <div className={classes.menu}>
            {me && outranks(me, account.role) ? (
              <AccountMenu account={account} isOwn={account.user_id === me.user.id} {...handlers} />
            ) : (
              <span className={classes.quiet}>{t('accounts.higher')}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What the role is limited to: sections of an office, classes of a teacher. */
function Scope({ account: { role, sections, classes: taught } }: { account: Account }) {
  const { t } = useTranslation('management');
  const format = useFormat();
  if (role === 'office')
    return (
      <span className={classes.quiet}>{sections ? format.list(sections) : t('accounts.allSections')}</span>
    );
  if (role !== 'teacher') return null;
  if (taught.length === 0) return <span className={classes.quiet}>{t('accounts.noClasses')}</span>;
  return (
    <ul className={`${classes.taught} ${classes.quiet}`}>
      {taught.map(({ id, name, first_day, last_day }) => (
        <li key={id}>
          <bdi>
            {first_day && last_day
              ? t('accounts.substitute', {
                  name,
                  from: format.dayShort(first_day),
                  to: format.dayShort(last_day),
                })
              : name}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

/** When and how the account signs in. Of accounts that never did, only that. */
function SignIns({ account }: { account: Account }) {
  const { t } = useTranslation('management');
  const format = useFormat();
  const hasSignedIn = account.last_sign_in_at !== null;
  return (
    <ul className={classes.facts}>
      <li>
        {account.last_sign_in_at
          ? t('accounts.lastSignIn', { time: format.fullMoment(account.last_sign_in_at) })
          : account.has_password
            ? t('accounts.neverSignedIn')
            : account.providers.length > 0
              ? t('accounts.neverSignedIn')
              : t('accounts.invited')}
      </li>
      {account.providers.map(({ id, name }) => (
        <li key={id}>{t('accounts.signsInWith', { name })}</li>
      ))}
      {account.second_factor ? <li>{t('accounts.hasFactor')}</li> : null}
      {hasSignedIn && !account.second_factor && account.role !== 'member' ? (
        <li>{t('accounts.noFactor')}</li>
      ) : null}
      {hasSignedIn ? <li>{t('accounts.sessions', { count: account.sessions })}</li> : null}
    </ul>
  );
}

interface AccountMenuProps extends AccountHandlers {
  readonly account: Account;
  readonly isOwn: boolean;
}

function AccountMenu({ account, isOwn, onChange, onInvite, onAct, onUnlink, onProfile }: AccountMenuProps) {
  const { t } = useTranslation('management');
  const label = t('accounts.actionsOf', { name: account.name });
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} color="gray">
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCog size={18} aria-hidden />} onClick={() => onChange(account)}>
          {t('accounts.change')}
        </Menu.Item>
        {isOwn ? null : (
          <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => onInvite(account)}>
            {account.has_password ? t('accounts.newPasswordLink') : t('accounts.inviteAgain')}
          </Menu.Item>
        )}
        {account.type === 'admin' ? null : (
          <Menu.Item leftSection={<IconUser size={18} aria-hidden />} onClick={() => onProfile(account)}>
            {t('accounts.profile')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} aria-hidden />}
          disabled={account.sessions === 0}
          onClick={() => onAct(account, 'sessions')}
        >
          {t('accounts.acts.sessions.label')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShieldOff size={18} aria-hidden />}
          disabled={isOwn || !account.second_factor}
          onClick={() => onAct(account, 'factors')}
        >
          {t('accounts.acts.factors.label')}
        </Menu.Item>
        {account.providers.map((provider) => (
          <Menu.Item
            key={provider.id}
            leftSection={<IconLinkOff size={18} aria-hidden />}
            onClick={() => onUnlink(account, provider)}
          >
            {t('accounts.unlink.label', { provider: provider.name })}
          </Menu.Item>
        ))}
        {account.type === 'admin' ? (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            disabled={account.role === 'owner'}
            onClick={() => onAct(account, 'delete')}
          >
            {t('accounts.acts.delete.label')}
            {account.role === 'owner' ? (
              <div className={classes.quiet}>{t('accounts.ownerStays')}</div>
            ) : null}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
