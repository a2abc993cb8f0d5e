import { INSTITUTION_KINDS, type InstitutionKind } from '@rollcall/core/settings/settings.types';
import { IconBackpack, IconBriefcase, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './kind-cards.module.css';

const ICONS = { school: IconBackpack, university: IconSchool, workplace: IconBriefcase } as const;

interface KindCardsProps {
  /** Null: nothing is chosen yet. */
  readonly value: InstitutionKind | null;
  readonly onChange: (kind: InstitutionKind) => void;
  readonly error?: ReactNode;
}

/** The question school, university or workplace, as three cards of which one is chosen. */
export function KindCards({ value, onChange, error }: KindCardsProps) {
  const { t } = useTranslation('setup');
  const id = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <legend>{t('kind')}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('kindHint')}
      </p>
      <div className={classes.cards}>
        {INSTITUTION_KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <label key={kind} className={classes.card}>
              <Icon size={28} stroke={1.5} aria-hidden />
              <span className={classes.words}>
                <strong>{t(`kinds.${kind}.title`)}</strong>
                <small id={`${id}-${kind}`}>{t(`kinds.${kind}.text`)}</small>
              </span>
              <input
                type="radio"
                name={id}
                value={kind}
                required
                aria-label={t(`kinds.${kind}.title`)}
                aria-describedby={`${id}-${kind}${error ? ` ${id}-error` : ''}`}
                aria-invalid={error ? true : undefined}
                checked={value === kind}
                onChange={() => onChange(kind)}
              />
            </label>
          );
        })}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
