import { Button, Select, Skeleton } from '@mantine/core';
import { ROLES } from '@rollcall/core/kernel/access';
import { ACCOUNT_LIMITS } from '@rollcall/core/people/accounts.rules';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../components/display/pager.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { SearchField } from '../../components/inputs/search-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmModal, FormModal } from '../../components/layout/form-modal.tsx';
import { AccountList } from './account-list.tsx';
import classes from './accounts.module.css';
import {
  type Account,
  type AccountAct,
  type AccountFilter,
  type LinkedProvider,
  useAccountAct,
  useAccounts,
  useInviteAgain,
  useUnlinkProvider,
} from './accounts.queries.ts';
import { ChangeAccountModal } from './change-account-modal.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteModal } from './invite-modal.tsx';

interface AccountsPanelProps {
  readonly filter: AccountFilter;
  readonly onFilter: (change: AccountFilter) => void;
  readonly onProfile: (account: Account) => void;
}

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change'; readonly account: Account }
  | { readonly kind: 'link'; readonly account: Account }
  | { readonly kind: 'act'; readonly account: Account; readonly act: AccountAct }
  | { readonly kind: 'unlink'; readonly account: Account; readonly provider: LinkedProvider };

/** The accounts of the institution: searched, invited, changed and ended here. */
export function AccountsPanel({ filter, onFilter, onProfile }: AccountsPanelProps) {
  const { t } = useTranslation(['management', 'common']);
  const query = useAccounts(filter);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const page = filter.page ?? 1;
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / ACCOUNT_LIMITS.page));
  return (
    <Card
      title={t('accounts.title')}
      hint={t('accounts.hint')}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} aria-hidden />}
          onClick={() => setOpen({ kind: 'invite' })}
        >
          {t('accounts.invite')}
        </Button>
      }
    >
      <div className={classes.toolbar}>
        <SearchField
          aria-label={t('accounts.search')}
          placeholder={t('accounts.searchHint')}
          value={filter.q}
          onSearch={(q) => onFilter({ q, page: undefined })}
        />
        <Select
          aria-label={t('accounts.form.role')}
          value={filter.role ?? ''}
          onChange={(value) => onFilter({ role: ROLES.find((each) => each === value), page: undefined })}
          allowDeselect={false}
          data={[
            { value: '', label: t('accounts.anyRole') },
            ...ROLES.map((role) => ({ value: role, label: t(`common:accountRoles.${role}`) })),
          ]}
        />
      </div>
      {query.isPending ? <Skeleton height={320} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.accounts.length === 0 ? (
        <EmptyState
          drawing="person"
          title={t('accounts.nothing')}
          text={t('accounts.nothingText')}
          action={
            <Button
              variant="default"
              onClick={() => onFilter({ q: undefined, role: undefined, page: undefined })}
            >
              {t('accounts.clear')}
            </Button>
          }
        />
      ) : null}
      {query.data ? (
        <AccountList
          accounts={query.data.accounts}
          onChange={(account) => setOpen({ kind: 'change', account })}
          onInvite={(account) => setOpen({ kind: 'link', account })}
          onAct={(account, act) => setOpen({ kind: 'act', account, act })}
          onUnlink={(account, provider) => setOpen({ kind: 'unlink', account, provider })}
          onProfile={onProfile}
        />
      ) : null}
      {pages > 1 ? (
        <div className={classes.foot}>
          <Pager
            pages={pages}
            page={page}
            onPage={(next) => onFilter({ page: next === 1 ? undefined : next })}
          />
        </div>
      ) : null}
      {open?.kind === 'invite' ? <InviteModal onClose={close} /> : null}
      {open?.kind === 'change' ? <ChangeAccountModal account={open.account} onClose={close} /> : null}
      {open?.kind === 'link' ? <NewLinkModal account={open.account} onClose={close} /> : null}
      {open?.kind === 'act' ? <ActModal account={open.account} act={open.act} onClose={close} /> : null}
      {open?.kind === 'unlink' ? (
        <UnlinkModal account={open.account} provider={open.provider} onClose={close} />
      ) : null}
    </Card>
  );
}

/** Asks before the link of before ends, then shows the new one. */
function NewLinkModal({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('management');
  const again = useInviteAgain();
  const title = account.has_password ? t('accounts.newPasswordLink') : t('accounts.inviteAgain');
  if (again.data)
    return (
      <FormModal title={title} onClose={onClose}>
        <InvitationLink {...again.data} name={account.name} onClose={onClose} />
      </FormModal>
    );
  return (
    <ConfirmModal
      title={title}
      confirm={t('accounts.link.make')}
      isBusy={again.isPending}
      onConfirm={() => again.mutate(account.user_id)}
      onClose={onClose}
    >
      {account.has_password
        ? t('accounts.link.resetText', { name: account.name })
        : t('accounts.link.againText', { name: account.name })}
    </ConfirmModal>
  );
}

function ActModal({ account, act, onClose }: { account: Account; act: AccountAct; onClose: () => void }) {
  const { t } = useTranslation('management');
  const run = useAccountAct(act);
  return (
    <ConfirmModal
      title={t(`accounts.acts.${act}.label`)}
      confirm={t(`accounts.acts.${act}.confirm`)}
      isBusy={run.isPending}
      onConfirm={() => run.mutate(account.user_id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t(`accounts.acts.${act}.text`, { name: account.name })}
    </ConfirmModal>
  );
}

interface UnlinkModalProps {
  readonly account: Account;
  readonly provider: LinkedProvider;
  readonly onClose: () => void;
}

function UnlinkModal({ account, provider, onClose }: UnlinkModalProps) {
  const { t } = useTranslation('management');
  const unlink = useUnlinkProvider();
  const names = { name: account.name, provider: provider.name };
  return (
    <ConfirmModal
      title={t('accounts.unlink.label', names)}
      confirm={t('accounts.unlink.confirm')}
      isBusy={unlink.isPending}
      onConfirm={() => unlink.mutate({ id: provider.id, userId: account.user_id }, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('accounts.unlink.text', names)}
    </ConfirmModal>
  );
}
