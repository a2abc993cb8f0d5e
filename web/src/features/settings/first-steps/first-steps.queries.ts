import type { FirstStep, StepMark } from '@rollcall/core/settings/first-steps/first-steps.types';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';
import { useMay } from '../../../lib/session/me.queries.ts';
import { isCameraAllowed, isHereOnly } from './secure-address.ts';

const KEY = ['first-steps'] as const;

type Wire = Answer<Awaited<ReturnType<Api['first-steps']['$get']>>>;
export type StepState = Wire['steps'][number];
export type StepFacts = NonNullable<Wire['facts']>;

export interface FirstSteps {
  readonly steps: readonly StepState[];
  readonly facts: StepFacts;
  readonly done: number;
  readonly isAllDone: boolean;
}

/** Of the camera only this browser knows: its address is safe enough for every device, or it is not. */
const withCamera = (step: StepState): StepState =>
  step.step === 'camera' && isCameraAllowed() && !isHereOnly() ? { ...step, state: 'done' } : step;

function firstStepsOf(found: Wire | undefined): FirstSteps | null {
  if (!found || found.closed || !found.facts) return null;
  const steps = found.steps.map(withCamera);
  const done = steps.filter(({ state }) => state !== 'open').length;
  return { steps, facts: found.facts, done, isAllDone: done === steps.length };
}

/** Asked for by the sidebar, which is on every page. */
export const firstStepsQuery = (api: Api) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => answer(api['first-steps'].$get({}, until(signal))),
    // What is done elsewhere in the app is to be seen at once on coming back.
    staleTime: ({ state }) => (state.data?.closed ? Number.POSITIVE_INFINITY : 0),
  });

/** The steps that a new institution has before it; null for whoever cannot do them, and when they are behind it. */
export function useFirstSteps(): { readonly found: FirstSteps | null; readonly isPending: boolean } {
  const api = useApi();
  const queryClient = useQueryClient();
  const may = useMay('settings.manage');
  const { data, isPending } = useQuery({ ...firstStepsQuery(api), enabled: may });
  const isOpen = data?.closed === false;
  // Whatever was saved, imported or made may have done one of them.
  useEffect(() => {
    if (!isOpen) return;
    return queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'success')
        void queryClient.invalidateQueries({ queryKey: KEY });
    });
  }, [isOpen, queryClient]);
  return { found: may ? firstStepsOf(data) : null, isPending: may && isPending };
}

/** Says that a default is right or a step not needed; null takes it back. */
export function useMarkStep() {
  const api = useApi();
  const { t } = useTranslation('firstSteps');
  return useMutation({
    mutationFn: (json: { step: FirstStep; mark: StepMark | null }) =>
      answer(api['first-steps'].$put({ json })),
    onSuccess: useInvalidate('first-steps'),
    meta: { fallback: t('failed') },
  });
}

export function useCloseSteps() {
  const api = useApi();
  const { t } = useTranslation('firstSteps');
  return useMutation({
    mutationFn: () => answer(api['first-steps'].close.$post()),
    onSuccess: useInvalidate('first-steps'),
    meta: { fallback: t('failed') },
  });
}
