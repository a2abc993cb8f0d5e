import { Badge, Skeleton } from '@mantine/core';
import { QUALITY_REASONS } from '@rollcall/core/faces/face.types';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './kiosks.module.css';
import { type KioskAnswer, type KioskListing, useKioskAnswers } from './kiosks.queries.ts';

interface DecisionsModalProps {
  readonly kiosk: KioskListing;
  readonly onClose: () => void;
}

/** The latest answers of a kiosk, with the numbers of each decision. */
export function DecisionsModal({ kiosk: { id, name }, onClose }: DecisionsModalProps) {
  const { t } = useTranslation('kiosks');
  const query = useKioskAnswers(id);
  return (
    <FormModal title={t('decisionsOf', { name })} onClose={onClose} size="xl">
      {query.isPending ? <Skeleton height={240} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? (
        <EmptyState title={t('answers.none')} text={t('answers.noneText')} />
      ) : null}
      {query.data && query.data.length > 0 ? (
        <>
          <p className={classes.text}>{t('answers.hint')}</p>
          <ul className={classes.answers}>
            {query.data.map((answer) => (
              <Answer key={answer.id} answer={answer} />
            ))}
          </ul>
        </>
      ) : null}
    </FormModal>
  );
}

const OUTCOMES = [
  'marked',
  'repeated',
  'unknown',
  'not_live',
  'not_moved',
  'other_way',
  'wrong_pin',
  'wrong_card',
  'wrong_code',
] as const;

function Answer({ answer }: { answer: KioskAnswer }) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  const outcome = useOutcomeText()(answer.outcome);
  const { person, decision, taken_back_at } = answer;
  const numbers = decision && [
    [t('answers.among'), format.number(decision.candidates)],
    [t('answers.needed'), format.fixed(decision.needed)],
    [t('answers.reached'), format.fixed(decision.reached)],
    [t('answers.score'), format.fixed(decision.score)],
    [t('answers.margin'), decision.margin === null ? '–' : format.fixed(decision.margin)],
  ];
  return (
    <li>
      <time dateTime={answer.at}>{format.moment(answer.at)}</time>
      <div className={classes.outcome}>
        {person ? <PersonLink id={person.id}>{person.name}</PersonLink> : <strong>{outcome}</strong>}
        <span>{format.line([person ? outcome : null, t(`means.${answer.means}`)])}</span>
        {taken_back_at ? (
          <Badge
            color="red"
            variant="light"
            tt="none"
            title={t('answers.notMeHint')}
            leftSection={<IconUserOff size={14} aria-hidden />}
          >
            {t('answers.notMe')}
          </Badge>
        ) : null}
      </div>
      {numbers ? (
        <dl>
          {numbers.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** What a kiosk answered, in words. */
function useOutcomeText(): (outcome: string) => string {
  const { t } = useTranslation(['kiosks', 'imports']);
  return (outcome) => {
    const known = OUTCOMES.find((each) => each === outcome);
    if (known) return t(`answers.outcomes.${known}`);
    const reason = QUALITY_REASONS.find((each) => each === outcome);
    return reason
      ? t('answers.poor', { reason: t(`imports:photos.reasons.${reason}`) })
      : t('answers.outcomes.refused');
  };
}
