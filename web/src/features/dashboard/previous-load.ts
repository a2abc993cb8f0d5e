import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Session, useSession } from '../../lib/session/session.ts';
import type { AdminStats } from './dashboard.queries.ts';

const schema = z.object({
  total_users: z.number(),
  present_today: z.number(),
  absent_today: z.number(),
  attendance_rate: z.nullable(z.number()),
});

export type Figures = z.infer<typeof schema>;

const NAME = 'figures';

const figuresOf = ({ total_users, present_today, absent_today, attendance_rate }: AdminStats): Figures => ({
  total_users,
  present_today,
  absent_today,
  attendance_rate,
});

const recalled = (session: Session): Figures | null => schema.safeParse(session.recall(NAME)).data ?? null;

interface Loading {
  /** Undefined until the first answer. */
  readonly stats: AdminStats | undefined;
  readonly isFetching: boolean;
  /** Grows with every refresh; opening the page is a load, too. */
  readonly load: number;
}

/**
 * The figures of the load before this one, kept in this browser for the account; null if there was none. What arrives
 * live belongs to the load: it changes the figures, not what they are compared with.
 */
export function usePreviousLoad({ stats, isFetching, load }: Loading): Figures | null {
  const session = useSession();
  const [previous, setPrevious] = useState(() => recalled(session));
  const counted = useRef<number | null>(null);
  useEffect(() => {
    if (!stats || isFetching || counted.current === load) return;
    counted.current = load;
    setPrevious(recalled(session));
    session.remember(NAME, figuresOf(stats));
  }, [session, stats, isFetching, load]);
  return previous;
}
