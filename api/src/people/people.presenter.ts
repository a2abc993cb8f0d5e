import type { Person, PersonListing } from '@rollcall/core/people/people.types';
import { PERSON_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';

export const wireUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  type: z.enum(PERSON_KINDS),
  class_section: z.string().nullable(),
  registered_date: z.string(),
  has_face_data: z.boolean(),
  has_password: z.boolean(),
});

export type WireUser = z.infer<typeof wireUser>;

const identityOf = (person: Person) => ({
  id: person.code,
  name: person.name,
  username: person.username,
  type: person.kind,
  class_section: person.classSection,
  registered_date: person.registeredOn,
});

export const presentUser = (person: PersonListing): WireUser => ({
  ...identityOf(person),
  has_face_data: person.hasFaceData,
  has_password: person.hasPassword,
});

export const wireProfileIdentity = wireUser.omit({ has_face_data: true, has_password: true });

export const presentIdentity = (person: Person): z.infer<typeof wireProfileIdentity> => identityOf(person);
