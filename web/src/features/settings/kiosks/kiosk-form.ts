import type {
  KioskDirection,
  KioskLiveness,
  KioskMeans,
  KioskScope,
} from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { Language } from '@rollcall/core/kernel/language';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import type { KioskInput, KioskListing } from './kiosks.queries.ts';

export const SCOPES = ['everyone', 'kinds', 'sections', 'class'] as const satisfies KioskScope['of'][];
export const STRANGERS = ['1000', '10000'] as const;

/** The kiosk as its form holds it: every kind of scope has its own field. */
export interface KioskValues {
  name: string;
  place: string;
  scope: KioskScope['of'];
  kinds: RegistrableKind[];
  sections: string[];
  classId: string | null;
  direction: KioskDirection;
  means: KioskMeans[];
  language: Language;
  sound: boolean;
  liveness: KioskLiveness;
  strangers: (typeof STRANGERS)[number];
  keepsPresent: boolean;
}

export const valuesOf = (kiosk: KioskListing | null, language: Language): KioskValues => ({
  name: kiosk?.name ?? '',
  place: kiosk?.place ?? '',
  scope: kiosk?.scope.of ?? 'everyone',
  kinds: kiosk?.scope.kinds ?? [],
  sections: kiosk?.scope.sections ?? [],
  classId: kiosk?.scope.class_id ? String(kiosk.scope.class_id) : null,
  direction: kiosk?.direction ?? 'in',
  means: kiosk?.means ?? ['face', 'pin'],
  language: kiosk?.language ?? language,
  sound: kiosk?.sound ?? true,
  liveness: kiosk?.liveness ?? 'burst',
  strangers: kiosk?.strangers_in === 10_000 ? '10000' : '1000',
  keepsPresent: kiosk?.keeps_present ?? false,
});

function scopeOf({ scope, kinds, sections, classId }: KioskValues): KioskInput['scope'] {
  switch (scope) {
    case 'kinds':
      return { of: scope, kinds };
    case 'sections':
      return { of: scope, sections };
    case 'class':
      return { of: scope, class_id: Number(classId) };
    default:
      return { of: scope };
  }
}

export const inputOf = (values: KioskValues): KioskInput => ({
  name: values.name.trim(),
  place: values.place.trim(),
  scope: scopeOf(values),
  direction: values.direction,
  means: values.means,
  language: values.language,
  sound: values.sound,
  liveness: values.liveness,
  strangers_in: values.strangers === '10000' ? 10_000 : 1000,
  keeps_present: values.keepsPresent,
});

/** The fields of the form by their names on the wire. */
export const FIELD_OF: Readonly<Record<string, keyof KioskValues>> = {
  name: 'name',
  place: 'place',
  'scope.kinds': 'kinds',
  'scope.sections': 'sections',
  'scope.class_id': 'classId',
  means: 'means',
};
