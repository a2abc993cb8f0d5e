import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/format.ts';
import { groupPresent } from '../../../lib/present/present-groups.ts';
import { usePresentTexts } from '../../../lib/present/use-present-texts.ts';
import type { KioskParts } from '../kiosk.queries.ts';
import classes from './exit.module.css';
import { useKeptPresent } from './exit.queries.ts';

/** Names do not stay on a screen that nobody touches. */
const IDLE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

interface KeptPresentProps {
  readonly parts: KioskParts;
  readonly onClose: () => void;
}

/** The list of who is present as this device keeps it, to be ticked off without a network. */
export function KeptPresent({ parts, onClose }: KeptPresentProps) {
  const { t } = useTranslation(['kiosk', 'present']);
  const format = useFormat();
  const { groupName, where } = usePresentTexts();
  const { query, saveTicks, hasFailed } = useKeptPresent(parts);
  useUntouched(onClose);
  const { data } = query;
  if (!data) return null;
  const { found, ticks } = data;
  const people = found?.list.present.map(({ time, by, place, ...person }) => ({
    ...person,
    seen: { time, by, place },
  }));
  const isTicked = people?.filter(({ id }) => ticks.has(id)).length ?? 0;
  const toggle = (id: string) =>
    saveTicks(ticks.has(id) ? [...ticks].filter((each) => each !== id) : [...ticks, id]);
  const minutes = found
    ? Math.max(0, Math.floor((parts.clock.serverNow().getTime() - found.at.getTime()) / MINUTE_MS))
    : 0;
  return (
    <div className={classes.present} data-kept-present>
      <header>
        <div>
          <h2>{t('exit.present')}</h2>
          {found ? (
            <p role="status">
              {format.line([
                t('exit.asOf', { time: format.time(found.list.time) }),
                minutes === 0 ? t('exit.justNow') : t('exit.minutesOld', { count: minutes }),
              ])}
            </p>
          ) : null}
        </div>
        <button type="button" onClick={onClose}>
          {t('exit.close')}
        </button>
      </header>
      {found && people ? (
        <>
          <div className={classes.bar}>
            <strong>
              {t('present:drill.found', {
                found: format.number(isTicked),
                all: format.number(people.length),
              })}
            </strong>
            <button type="button" disabled={ticks.size === 0} onClick={() => saveTicks([])}>
              {t('exit.untick')}
            </button>
          </div>
          {hasFailed ? <p role="alert">{t('exit.notKept')}</p> : null}
          {people.length === 0 ? <p>{t('present:none')}</p> : null}
          {groupPresent(people, 'section').map((group) => (
            <section key={group.key}>
              <h3>
                <bdi>{groupName(group, 'section')}</bdi> · {format.number(group.people.length)}
              </h3>
              {group.people.map((person) => (
                <label key={person.id} className={classes.tick}>
                  <input type="checkbox" checked={ticks.has(person.id)} onChange={() => toggle(person.id)} />
                  <span>
                    {person.name} <small>{`${format.apart(person.id)} · ${where(person.seen)}`}</small>
                  </span>
                </label>
              ))}
            </section>
          ))}
        </>
      ) : (
        <p>{t('exit.noList')}</p>
      )}
    </div>
  );
}

function useUntouched(onIdle: () => void): void {
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    let timer = setTimeout(() => idle(), IDLE_MS);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => idle(), IDLE_MS);
    };
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of events) addEventListener(name, restart);
    return () => {
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, restart);
    };
  }, []);
}
