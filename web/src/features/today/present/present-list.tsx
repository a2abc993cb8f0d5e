import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { type Grouping, groupPresent, type ListedPerson } from '../../../lib/present/present-groups.ts';
import { usePresentTexts } from '../../../lib/present/use-present-texts.ts';
import classes from './present.module.css';

export interface ShownPerson extends ListedPerson {
  /** Of a drill: when they were seen at the assembly point; null before. */
  readonly ticked_time: string | null;
  /** Came after the drill began. */
  readonly isNew: boolean;
}

interface PresentListProps {
  readonly people: readonly ShownPerson[];
  readonly grouping: Grouping;
  /** Numbers of those whose tick could not be sent yet. */
  readonly waiting?: ReadonlySet<string>;
  /** Of a drill; without it nobody is ticked. */
  readonly onTick: ((person: ShownPerson) => void) | null;
}

/** Who is present, by section or place. During a drill the whole row is a tick box for a thumb. */
export function PresentList({ people, grouping, waiting, onTick }: PresentListProps) {
  const format = useFormat();
  const { groupName } = usePresentTexts();
  return (
    <div className="rc-no-print" data-present-list>
      {groupPresent(people, grouping).map((group) => (
        <section key={group.key}>
          <h3 className={classes.group}>
            <bdi>{groupName(group, grouping)}</bdi> · {format.number(group.people.length)}
          </h3>
          <ul className={classes.rows}>
            {group.people.map((person) => (
              <li key={person.id} className={classes.row} data-present={person.id}>
                {onTick ? (
                  <TickRow person={person} isWaiting={waiting?.has(person.id) ?? false} onTick={onTick} />
                ) : (
                  <PlainRow person={person} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PlainRow({ person }: { person: ShownPerson }) {
  const { where } = usePresentTexts();
  return (
    <div className={classes.person}>
      <span className={classes.name}>
        <PersonLink id={person.id}>{person.name}</PersonLink> <small>{person.id}</small>
      </span>
      <span className={classes.where}>{where(person.seen)}</span>
    </div>
  );
}

interface TickRowProps {
  readonly person: ShownPerson;
  readonly isWaiting: boolean;
  readonly onTick: (person: ShownPerson) => void;
}

function TickRow({ person, isWaiting, onTick }: TickRowProps) {
  const { t } = useTranslation('present');
  const format = useFormat();
  const { where } = usePresentTexts();
  const { ticked_time: ticked } = person;
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        className={classes.input}
        checked={ticked !== null}
        onChange={() => onTick(person)}
      />
      <span className={classes.box} aria-hidden>
        {ticked === null ? null : <IconCheck size={24} stroke={3} />}
      </span>
      <span className={classes.person}>
        <span className={classes.name}>
          {person.name} <small>{person.id}</small>
          {person.isNew ? <em className={classes.later}>{t('drill.cameLater')}</em> : null}
          {isWaiting ? <em className={classes.later}>{t('drill.notSent')}</em> : null}
        </span>
        <span className={classes.where}>
          {ticked === null ? where(person.seen) : t('drill.foundAt', { time: format.time(ticked) })}
        </span>
      </span>
    </label>
  );
}
