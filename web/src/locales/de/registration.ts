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
  registerFace: 'Gesicht registrieren',
  cameraFailed: 'Kein Zugriff auf die Kamera. Bitte prüfen Sie die Berechtigungen.',
  faceFailed: 'Das Gesicht konnte nicht registriert werden. Bitte versuchen Sie es erneut.',
  faceRegistered: 'Gesicht mit {{accepted}} von {{of}} Fotos registriert!',
  photos: {
    label: 'Fotos',
    photo: 'Foto {{number}}',
    intro:
      'Drei Fotos von {{name}}, jedes nach einem Countdown von drei. In die Kamera schauen, bei gleichmäßigem Licht.',
    retake: 'Wiederholen',
    retakeOne: 'Foto {{number}} wiederholen',
    checking: 'Wird geprüft …',
    good: 'Gut',
    unknown: 'Nicht geprüft',
    progress: '{{done}} von {{of}} Fotos gesendet',
  },
  complete: {
    withFace: 'Registrierung abgeschlossen',
    withoutFace: 'Ohne Gesicht registriert',
    withoutFaceText: '{{name}} kann sich anmelden. Gesichtsdaten lassen sich später aus der Liste erfassen.',
    another: 'Weitere Person registrieren',
    done: 'Fertig',
  },
};
