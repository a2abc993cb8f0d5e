import { PEOPLE_SORTS, REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import * as z from 'zod/mini';

/** An optional search parameter; an invalid value is dropped, so that an old or mistyped link still opens. */
export const optionalParam = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

/** Search parameters of a table of people, which two pages have. */
export const peopleSearch = {
  q: optionalParam(z.string()),
  page: optionalParam(z.number().check(z.minimum(1))),
  type: optionalParam(z.enum(REGISTRABLE_KINDS)),
  section: optionalParam(z.string()),
  face: optionalParam(z.enum(['yes', 'no'])),
  by: optionalParam(z.enum(PEOPLE_SORTS)),
  dir: optionalParam(z.enum(['asc', 'desc'])),
};

const people = z.object(peopleSearch);
export type PeopleSearch = z.infer<typeof people>;
