import { Select, type SelectProps } from '@mantine/core';
import { languageOfLocale } from '@rollcall/core/kernel/date-format';
import { CLASS_CHOICES } from '@rollcall/core/settings/settings.rules';
import type { InstitutionKind, Semester } from '@rollcall/core/settings/settings.types';
import { useTranslation } from 'react-i18next';
import { useInstitutionKind } from '../../lib/api/public-settings.queries.ts';
import { type Format, useFormat } from '../../lib/format/format.ts';

/** Grades are numbers; the semesters of the specification are '1st' to '8th', written as the language counts. */
export function semesterLabel(
  semester: Semester,
  kind: InstitutionKind,
  { locale }: Pick<Format, 'locale'>,
): string {
  const number = Number.parseInt(semester, 10);
  const language = languageOfLocale(locale);
  if (kind !== 'school' && language === 'en') return semester;
  return kind !== 'school' && language === 'de' ? `${number}.` : String(number);
}

interface ClassLevelFieldsProps {
  readonly program: SelectProps;
  readonly semester: SelectProps;
}

/** Program and semester of a class, as far as the kind of institution has them. */
export function ClassLevelFields({ program, semester }: ClassLevelFieldsProps) {
  const { t } = useTranslation('management');
  const kind = useInstitutionKind();
  const format = useFormat();
  const { programs, semesters } = CLASS_CHOICES[kind];
  return (
    <>
      {programs.length > 1 ? (
        <Select
          label={t('config.program')}
          data={programs.flatMap((value) =>
            value === 'none' ? [] : { value, label: t(`config.programs.${value}`) },
          )}
          allowDeselect={false}
          {...program}
        />
      ) : null}
      {semesters.length > 1 ? (
        <Select
          label={t('config.semester')}
          data={semesters.map((value) => ({ value, label: semesterLabel(value, kind, format) }))}
          allowDeselect={false}
          {...semester}
        />
      ) : null}
    </>
  );
}
