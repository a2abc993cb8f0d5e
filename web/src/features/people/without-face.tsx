import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { usePeopleToCapture } from './people.queries.ts';
import classes from './recent-users.module.css';

/** Who has no face data yet, with their number: nothing where everybody has. */
export function PeopleWithoutFace({
  onCapture,
}: {
  onCapture: (user: { id: string; name: string }) => void;
}) {
  const { t } = useTranslation(['people', 'common']);
  const { data } = usePeopleToCapture();
  if (!data || data.total === 0) return null;
  return (
    <Card
      title={t('noFace.title', { count: data.total })}
      hint={t('noFace.hint')}
      actions={
        data.total > data.users.length ? (
          <LinkButton to="." search={{ tab: 'users', face: 'no' }} variant="default" size="xs">
            {t('noFace.all')}
          </LinkButton>
        ) : null
      }
    >
      <ul className={classes.list}>
        {data.users.map((user) => (
          <li key={user.id}>
            <Initial name={user.name} />
            <span className={classes.who}>
              <PersonLink id={user.id}>{user.name}</PersonLink>
              <span>
                <bdi>{user.id}</bdi>
                {user.class_section ? (
                  <>
                    {' '}
                    · <bdi>{user.class_section}</bdi>
                  </>
                ) : null}
              </span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={t('capture', { name: user.name })}
              onClick={() => onCapture(user)}
            >
              {t('captureShort')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
