import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../components/feedback/problem-note.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { passkeyProblem } from '../../lib/passkeys.ts';

/** Why an act on the own account failed. */
export function Problem({ error, fallback }: { error: unknown; fallback: string }) {
  const { t, i18n } = useTranslation('auth');
  const inBrowser = passkeyProblem(error);
  const text = inBrowser ? t(`passkeyProblem.${inBrowser}`) : error ? errorText(error, i18n, fallback) : null;
  return <ProblemNote text={text} />;
}
