import { useTranslation } from 'react-i18next';
import type { PhotoOutcome } from './photo-import.queries.ts';

const REASONS = [
  'no_face',
  'several_faces',
  'too_small',
  'too_dark',
  'too_bright',
  'blurred',
  'turned_away',
  'eyes_closed',
  'covered',
  'cut_off',
] as const;

/** What became of a person's photos. English is the server's own sentence; other languages say its codes. */
export function usePhotoText(): (person: PhotoOutcome) => string {
  const { t, i18n } = useTranslation('imports');
  return ({ outcome, message, reason, photos, photo, other }) => {
    if (i18n.language === 'en') return message;
    if (outcome === 'enrolled') return t('photos.said.enrolled', { count: photos });
    if (outcome === 'duplicate' && other) return t('photos.said.duplicate', { other });
    if (outcome === 'photos_disagree' && photo) return t('photos.said.disagree', { photo });
    const quality = REASONS.find((each) => each === reason);
    if (outcome === 'poor_quality' && photo && quality)
      return t('photos.said.poor', { photo, reason: t(`photos.reasons.${quality}`) });
    const key = `errors:${reason}`;
    return reason && i18n.exists(key) ? i18n.t(key as 'errors:internal') : message; // the key was just seen to exist
  };
}
