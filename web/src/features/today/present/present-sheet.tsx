import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { type Grouping, groupPresent } from '../../../lib/present/present-groups.ts';
import { usePresentTexts } from '../../../lib/present/use-present-texts.ts';
import type { ShownPerson } from './present-list.tsx';
import classes from './present-sheet.module.css';

interface PresentSheetProps {
  readonly people: readonly ShownPerson[];
  readonly grouping: Grouping;
  readonly title: string;
  /** Date and time of the list. */
  readonly when: string;
  /** The counts, in words. */
  readonly counts: string;
}

/** The list on paper, with a box to tick for each person. Hidden on screen. */
export function PresentSheet({ people, grouping, title, when, counts }: PresentSheetProps) {
  const { t } = useTranslation('present');
  const format = useFormat();
  const { groupName, where } = usePresentTexts();
  const { institution_name } = usePublicSettings();
  return (
    <div className={`${classes.sheet} rc-print-only`} aria-hidden data-present-sheet>
      <header>
        <p>{institution_name}</p>
        <h1>{title}</h1>
        <p>{when}</p>
        <p>{counts}</p>
      </header>
      {groupPresent(people, grouping).map((group) => (
        <section key={group.key}>
          <h2>
            <bdi>{groupName(group, grouping)}</bdi> · {format.number(group.people.length)}
          </h2>
          <table>
            <thead>
              <tr>
                <th>{t('sheet.seen')}</th>
                <th>{t('sheet.name')}</th>
                <th>{t('sheet.where')}</th>
              </tr>
            </thead>
            <tbody>
              {group.people.map((person) => (
                <tr key={person.id}>
                  <td>
                    <span className={classes.box}>{person.ticked_time === null ? '' : '✓'}</span>
                  </td>
                  <td>
                    {person.name} <small>{person.id}</small>
                  </td>
                  <td>{where(person.seen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
