import type { Person, PersonListing } from '@rollcall/core/people/people.types';
import type { z } from 'zod';
import type { WireUser, wireListedUser, wireProfileIdentity } from './people.contract.ts';

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

export const presentListed =
  (mayChange: boolean) =>
  (person: PersonListing): z.infer<typeof wireListedUser> => ({
    ...presentUser(person),
    email: mayChange ? person.email : null,
    contact_phone: person.contactPhone,
  });

export const presentIdentity = (person: Person): z.infer<typeof wireProfileIdentity> => identityOf(person);
