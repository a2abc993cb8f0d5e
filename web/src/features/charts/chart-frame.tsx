import { ActionIcon, Menu, Skeleton, Table, Tooltip } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { toast } from '../../lib/toast.tsx';
import { ChartCanvas, FALLBACK_WIDTH, type Selected } from './chart-canvas.tsx';
import classes from './charts.module.css';
import { heightAt, type Picture, savePicture } from './export-picture.ts';

export interface ChartTable {
  readonly heads: readonly string[];
  /** Made when the table is shown: a year has hundreds. */
  readonly rows: () => readonly {
    readonly key: string;
    readonly cells: readonly ReactNode[];
    /** Opens what is behind the row. */
    readonly onOpen?: (() => void) | undefined;
  }[];
}

/** The state of what a picture shows. A refetch that fails leaves the picture as it is. */
export interface ChartQuery {
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface ChartFrameProps extends Picture {
  readonly table: ChartTable;
  readonly query: ChartQuery;
  readonly isEmpty: boolean;
  /** In place of "Charts appear after the first check-in.". */
  readonly emptyText?: string;
  readonly onSelect?: ((selected: Selected) => void) | undefined;
  /** Controls of this picture. */
  readonly controls?: ReactNode;
  /** In place of the plain legend. */
  readonly legendControls?: ReactNode;
}

/**
 * A picture with what every picture has: a sentence that says the main point, a legend in words, the same figures as a
 * table with ways to the rows, and files to download.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, caption, legend, height, option, table, query, isEmpty, onSelect } = props;
  const { t } = useTranslation('analytics');
  const today = useInstitutionToday();
  const [isTable, setTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const save = (ending: 'png' | 'svg') => {
    if (!figure.current) return;
    savePicture({ title, caption, legend, height, option }, figure.current, {
      date: today,
      ending,
    }).then(
      () => toast('success', t('charts.saved')),
      () => toast('error', t('charts.notSaved')),
    );
  };
  const isReady = !query.isPending && !query.isLoadingError && !isEmpty;

  return (
    <Card
      title={title}
      className={classes.card}
      actions={
        <div className={`${classes.tools} rc-no-print`}>
          {isReady ? props.controls : null}
          {isReady ? <ChartTools title={title} isTable={isTable} onTable={setTable} onSave={save} /> : null}
        </div>
      }
    >
      {query.isPending ? (
        <Skeleton height={heightAt(height, FALLBACK_WIDTH) + 48} radius={8} aria-hidden />
      ) : null}
      {query.isLoadingError ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.isPending && !query.isLoadingError && isEmpty ? (
        <EmptyState drawing="chart" title={t('charts.empty')} text={props.emptyText ?? t('emptyText')} />
      ) : null}
      {isReady ? (
        <figure ref={figure} className={classes.figure}>
          <figcaption className={classes.caption}>{caption}</figcaption>
          {isTable ? null : (props.legendControls ?? <Legend items={legend} />)}
          {isTable ? (
            <FiguresTable title={title} table={table} />
          ) : (
            <ChartCanvas
              label={`${title}. ${caption}`}
              height={height}
              option={option}
              onSelect={onSelect}
              onFail={() => setTable(true)}
            />
          )}
        </figure>
      ) : null}
    </Card>
  );
}

interface ChartToolsProps {
  readonly title: string;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly onSave: (ending: 'png' | 'svg') => void;
}

/** Picture or table, and the files to download. */
export function ChartTools({ title, isTable, onTable, onSave }: ChartToolsProps) {
  const { t } = useTranslation('analytics');
  return (
    <>
      <Tooltip label={isTable ? t('charts.asPicture') : t('charts.asTable')}>
        <ActionIcon
          aria-label={`${title}: ${isTable ? t('charts.asPicture') : t('charts.asTable')}`}
          onClick={() => onTable(!isTable)}
        >
          {isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`${title}: ${t('charts.download')}`}>
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSave('png')}>{t('charts.png')}</Menu.Item>
          <Menu.Item onClick={() => onSave('svg')}>{t('charts.svg')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

export function Legend({ items }: { items: Picture['legend'] }) {
  return items.length === 0 ? null : (
    <ul className={classes.legend}>
      {items.map(({ label, colour, isLine }) => (
        <li key={label}>
          <i
            style={isLine ? undefined : { background: colour }}
            data-line={isLine || undefined}
            aria-hidden
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

export function FiguresTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
    <section className={classes.table} aria-label={title} tabIndex={0}>
      <Table verticalSpacing={8} horizontalSpacing={12} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {table.heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows().map(({ key, cells, onOpen }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                <Table.Td key={table.heads[index]}>
                  {index === 0 && onOpen ? (
                    <button type="button" className={classes.open} onClick={onOpen}>
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
