import { PEOPLE_SORTS, REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import * as z from 'zod/mini';

/** Whatever is not understood is left out: an old or mistyped link still opens. */
export const maybe = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

/** What a table of people shows; two pages have one. */
export const peopleSearch = {
  q: maybe(z.string()),
  page: maybe(z.number().check(z.minimum(1))),
  type: maybe(z.enum(REGISTRABLE_KINDS)),
  section: maybe(z.string()),
  face: maybe(z.enum(['yes', 'no'])),
  by: maybe(z.enum(PEOPLE_SORTS)),
  dir: maybe(z.enum(['asc', 'desc'])),
};

const people = z.object(peopleSearch);
export type PeopleSearch = z.infer<typeof people>;
