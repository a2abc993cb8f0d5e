import { Button, CopyButton, Progress, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './backup.module.css';
import { type Operation, useDownload, useOperations } from './backup.queries.ts';

/** Kinds with a translation. Unknown kinds of a newer server are shown by their name. */
const KINDS = ['backup', 'export_json', 'export_csv', 'upload', 'import', 'retention'] as const;

/** The creator of automatic backups, as the server names it. */
const SCHEDULE = 'Schedule';

export function OperationList() {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const query = useOperations();
  const download = useDownload();
  return (
    <Card title={t('backup.recent')} hint={t('backup.recentHint')}>
      {query.isPending ? <Skeleton height={160} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <EmptyState title={t('backup.none')} text={t('backup.noneText')} /> : null}
      <ul className={classes.list}>
        {query.data?.map((operation) => {
          const known = KINDS.find((each) => each === operation.type);
          const kind = known ? t(`backup.kinds.${known}`) : operation.type;
          const time = format.moment(operation.timestamp);
          return (
            <li key={operation.filename}>
              <span className={classes.what}>
                <strong>{kind}</strong>
                {operation.has_file ? (
                  <bdi className={classes.file} dir="auto">
                    {operation.name}
                  </bdi>
                ) : null}
                <span>
                  {time} · {format.bytes(operation.bytes)} ·{' '}
                  {operation.created_by === SCHEDULE
                    ? t('backup.bySchedule')
                    : t('backup.by', { name: operation.created_by })}{' '}
                  · {t('backup.expires', { date: format.date(operation.expires_at) })}
                </span>
                {operation.has_file ? <Checksum sha={operation.sha256} /> : null}
              </span>
              <OperationState
                operation={operation}
                label={t('backup.downloadFile', { kind, time })}
                isBusy={download.isPending && download.variables === operation.filename}
                onDownload={() => download.mutate(operation.filename)}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const SHOWN_CHARACTERS = 16;

/** Shows the start of a SHA-256 checksum; a click copies all of it. */
function Checksum({ sha }: { sha: string }) {
  const { t } = useTranslation('safety');
  const short = sha.slice(0, SHOWN_CHARACTERS);
  return (
    <CopyButton value={sha}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={classes.checksum}
          aria-label={t('checksum', { sha: short })}
          title={sha}
          onClick={copy}
        >
          <span dir="ltr">
            SHA-256 <code>{short}…</code>
          </span>{' '}
          {copied ? <span role="status">{t('checksumCopied')}</span> : null}
        </button>
      )}
    </CopyButton>
  );
}

interface OperationStateProps {
  readonly operation: Operation;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onDownload: () => void;
}

function OperationState({ operation, label, isBusy, onDownload }: OperationStateProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  if (operation.state === 'running') {
    const text = t('backup.running', { percent: format.percent(operation.progress) });
    return (
      <span className={classes.running}>
        {text}
        <Progress value={operation.progress} size="sm" aria-label={text} />
      </span>
    );
  }
  if (operation.state === 'failed') {
    return (
      <span className={classes.failed}>
        <IconAlertTriangle size={16} aria-hidden />
        {operation.problem ?? t('backup.failed')}
      </span>
    );
  }
  if (!operation.has_file) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={label}
      loading={isBusy}
      onClick={onDownload}
    >
      {t('backup.download')}
    </Button>
  );
}
