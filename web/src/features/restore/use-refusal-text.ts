import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';

const PROBLEMS = ['foreign', 'newer', 'damaged', 'truncated', 'wrong_key', 'key_missing'] as const;

/** Why an archive was refused, in words of the reader's language. */
export function useRefusalText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('safety');
  return (error) => {
    const named = error instanceof ApiError ? error.fields.archive : undefined;
    const problem = PROBLEMS.find((each) => each === named);
    return problem ? t(`restore.problems.${problem}`) : errorText(error, i18n, t('restore.failed'));
  };
}
