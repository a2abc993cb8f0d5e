import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { dateOfIso, isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { groupPeople } from './group-people.ts';
import type { TodayAnswer } from './today.queries.ts';
import classes from './today-sheet.module.css';
import { useTypeName } from './use-type-name.ts';

/** The list on paper: by class, with phone numbers and room for notes. Hidden on screen. */
export function TodaySheet({ answer, what }: { answer: TodayAnswer; what: string }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const typeName = useTypeName();
  const { institution_name } = usePublicSettings();
  const date = format.longDate(dateOfIso(isoOfWireDate(answer.date)));
  return (
    <div className={`${classes.sheet} rc-print-only`} aria-hidden>
      <p>{institution_name}</p>
      <h1>{t('today.sheetTitle', { what, date, time: format.time(answer.time) })}</h1>
      <table>
        <thead>
          <tr>
            <th>{t('register.name')}</th>
            <th>{t('today.sheetPhone')}</th>
            <th>{t('today.sheetNote')}</th>
          </tr>
        </thead>
        {groupPeople(answer.people).map(({ name, type, people }) => (
          <tbody key={name ?? type}>
            <tr>
              <th colSpan={3}>
                <bdi>{name ?? typeName(type)}</bdi> · {format.number(people.length)}
              </th>
            </tr>
            {people.map(({ id, name: person, contact_phone, time, excuse, notes }) => (
              <tr key={id}>
                <td>
                  {person} <small>{id}</small>
                </td>
                <td>{contact_phone}</td>
                <td>
                  {[time && format.time(time), excuse, ...notes.map(({ text }) => text)]
                    .filter(Boolean)
                    .join('; ')}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
