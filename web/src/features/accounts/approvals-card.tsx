import { Badge, Button, Group, Skeleton } from '@mantine/core';
import { ROLES } from '@rollcall/core/kernel/access';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './accounts.module.css';
import { type Approval, useApprovals, useDecideApproval } from './accounts.queries.ts';

/** Dangerous acts that wait for a second administrator, and what became of the others. */
export function ApprovalsCard() {
  const { t } = useTranslation('management');
  const query = useApprovals();
  return (
    <Card title={t('approvals.title')} hint={t('approvals.hint')}>
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? (
        <EmptyState title={t('approvals.none')} text={t('approvals.noneText')} />
      ) : null}
      <ul className={classes.list}>
        {query.data?.map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} />
        ))}
      </ul>
    </Card>
  );
}

const COLORS = {
  waiting: 'yellow',
  approved: 'teal',
  refused: 'red',
  used: 'gray',
  expired: 'gray',
} as const;

function ApprovalItem({ approval }: { approval: Approval }) {
  const { t } = useTranslation(['management', 'common']);
  const format = useFormat();
  const decide = useDecideApproval();
  const { id, act, subject, state, own } = approval;
  const name = t(`approvals.acts.${act}`, { subject });
  const isDecidable = state === 'waiting' && !own;
  return (
    <li className={classes.approval}>
      <div className={classes.who}>
        <strong>{name}</strong>
        <Details detail={approval.detail} />
        <span className={classes.quiet}>
          {t('approvals.asked', { name: approval.asked_by, time: format.moment(approval.asked_at) })}
        </span>
        {state === 'waiting' || state === 'approved' ? (
          <span className={classes.quiet}>
            {own && state === 'approved'
              ? t('approvals.repeat', { time: format.moment(approval.expires_at) })
              : t('approvals.until', { time: format.moment(approval.expires_at) })}
          </span>
        ) : null}
        {own && state === 'waiting' ? <span className={classes.quiet}>{t('approvals.own')}</span> : null}
      </div>
      <Badge variant="light" tt="none" size="lg" color={COLORS[state]}>
        {t(`approvals.states.${state}`)}
      </Badge>
      {isDecidable ? (
        <Group gap="xs">
          <Button
            size="xs"
            aria-label={`${t('approvals.approve')}: ${name}`}
            disabled={decide.isPending}
            loading={decide.isPending && decide.variables?.approve === true}
            onClick={() => decide.mutate({ id, approve: true })}
          >
            {t('approvals.approve')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${t('approvals.refuse')}: ${name}`}
            disabled={decide.isPending}
            loading={decide.isPending && decide.variables?.approve === false}
            onClick={() => decide.mutate({ id, approve: false })}
          >
            {t('approvals.refuse')}
          </Button>
        </Group>
      ) : null}
    </li>
  );
}

const DETAILS = [
  'from',
  'to',
  'sections',
  'password',
  'link',
  'name',
  'user_id',
  'email',
  'username',
  'type',
  'class_section',
  'file',
  'created_at',
  'sealed_with',
  'erase',
  'issuer',
  'client_id',
  'client_secret',
  'active',
  'trusted_domains',
  'second_factor',
  'creates',
  'groups_claim',
  'groups',
  'needs_approval',
  'second_factor_roles',
] as const;

/** Lists come as JSON. */
function listOf(value: string): string[] {
  if (!value.startsWith('[')) return [value];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [value];
  } catch {
    return [value];
  }
}

/** What the server found out about the act, such as the roles before and after. */
function Details({ detail }: { detail: Approval['detail'] }) {
  const { t } = useTranslation(['management', 'common']);
  const format = useFormat();
  const roleName = (value: string) => {
    const role = ROLES.find((each) => each === value);
    return role ? t(`common:accountRoles.${role}`) : value;
  };
  const show = (key: (typeof DETAILS)[number], value: string): string => {
    if (value === 'true') return t('common:states.yes');
    if (value === 'false') return t('common:states.no');
    if (value === 'null') return t('common:states.none');
    if (key === 'from' || key === 'to') return roleName(value);
    if (key === 'created_at') return format.fullMoment(value);
    if (key === 'sealed_with')
      return t(value === 'passphrase' ? 'approvals.byPassphrase' : 'approvals.byMasterKey');
    return format.list(listOf(value).map(roleName));
  };
  const known = DETAILS.flatMap((key) => {
    const value = detail[key];
    return value === undefined ? [] : [`${t(`approvals.detail.${key}`)}: ${show(key, value)}`];
  });
  return known.length === 0 ? null : <span className={classes.quiet}>{known.join(' · ')}</span>;
}
