import type { KindTexts } from '../../kind-texts.types.ts';

/** Texts that a school words differently. The others are those of the catalogue. */
export const school: KindTexts = {
  'errors:class_taken': 'Einen Kurs mit dieser Jahrgangsstufe, Klasse und diesem Fach gibt es schon.',
  'audit:facts.semester': 'Jahrgangsstufe',
  'classes:semester': 'Jahrgang {{semester}}',
  'management:config.semester': 'Jahrgangsstufe',
};
