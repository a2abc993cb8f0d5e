import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './profile.module.css';
import type { ProfileAnswer } from './profile.queries.ts';

type Person = Pick<
  ProfileAnswer['user'],
  'id' | 'name' | 'type' | 'username' | 'class_section' | 'registered_date'
>;

/** Avatar, name and type of a person. */
export function PersonIdentity({ person, heading: Heading }: { person: Person; heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.identity}>
      <Initial name={person.name} size={72} />
      <div>
        <Heading>{person.name}</Heading>
        <p>{t(`types.${person.type}`)}</p>
      </div>
    </div>
  );
}

export function PersonFacts({ person, idLabel }: { person: Person; idLabel: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const format = useFormat();
  const none = t('common:states.none');
  const facts = [
    { label: idLabel, value: person.id },
    { label: t('username'), value: person.username ?? none },
    { label: t('section'), value: person.class_section ?? none },
    { label: t('registered'), value: format.date(person.registered_date) },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
