import type { registration as english } from '../en/registration.ts';

export const registration: typeof english = {
  title: 'Neue Person registrieren',
  captureTitle: 'Gesicht erfassen',
  steps: { label: 'Fortschritt', details: 'Angaben', face: 'Gesicht erfassen', complete: 'Fertig' },
  next: 'Weiter',
  failedTitle: 'Registrierung fehlgeschlagen',
  failed: 'Registrierung fehlgeschlagen',
  registered: '{{name}} ist registriert!',
  skip: 'Ohne Gesicht fortfahren',
  unavailable: {
    title: 'Gesichtserfassung ist hier nicht verfügbar',
    text: 'Der Kameraschritt gehört noch nicht zu dieser Version. {{name}} kann sich anmelden und von Hand eingetragen werden; die Liste zeigt, dass Gesichtsdaten fehlen, und sie lassen sich später erfassen.',
  },
  complete: {
    withFace: 'Registrierung abgeschlossen',
    withoutFace: 'Ohne Gesicht registriert',
    withoutFaceText: '{{name}} kann sich anmelden. Gesichtsdaten lassen sich später aus der Liste erfassen.',
    another: 'Weitere Person registrieren',
    done: 'Fertig',
  },
  mark: {
    title: 'Anwesenheit per Gesicht',
    unavailableTitle: 'Gesichtserkennung ist hier nicht verfügbar',
    unavailableText:
      'Der Kameraschritt gehört noch nicht zu dieser Version. Bitte lassen Sie sich vom Büro eintragen.',
  },
};
