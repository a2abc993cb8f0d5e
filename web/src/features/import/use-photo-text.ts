import { QUALITY_REASONS } from '@rollcall/core/faces/face.types';
import { useTranslation } from 'react-i18next';
import type { PhotoOutcome } from './photo-import.queries.ts';

/** What became of a person's photos, in the language of the reader. What the catalogue lacks is the server's sentence. */
export function usePhotoText(): (person: PhotoOutcome) => string {
  const { t, i18n } = useTranslation('imports');
  return ({ outcome, message, reason, photos, photo, other }) => {
    if (outcome === 'enrolled') return t('photos.said.enrolled', { count: photos });
    if (outcome === 'duplicate' && other) return t('photos.said.duplicate', { other });
    if (outcome === 'photos_disagree' && photo) return t('photos.said.disagree', { photo });
    const quality = QUALITY_REASONS.find((each) => each === reason);
    if (outcome === 'poor_quality' && photo && quality)
      return t('photos.said.poor', { photo, reason: t(`photos.reasons.${quality}`) });
    const key = `errors:${reason}`;
    return reason && i18n.exists(key) ? i18n.t(key as 'errors:internal') : message; // the key was just seen to exist
  };
}
