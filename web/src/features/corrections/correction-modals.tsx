import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toast.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { useAskCorrection, useCorrectDay } from './corrections.queries.ts';

interface AskProps {
  readonly date?: string | undefined;
  readonly time?: string | null | undefined;
  readonly onClose: () => void;
}

/** A person contests one of their own days. */
export function AskCorrectionModal({ date, time, onClose }: AskProps) {
  const { t } = useTranslation('attendance');
  const ask = useAskCorrection();
  return (
    <CorrectionForm
      title={t('corrections.askTitle')}
      text={t('corrections.askText')}
      submit={t('corrections.send')}
      date={date}
      time={time}
      isBusy={ask.isPending}
      onClose={onClose}
      onSubmit={(wish) =>
        ask.mutate(wish, {
          onSuccess: ({ message }) => {
            toast('success', message);
            onClose();
          },
        })
      }
    />
  );
}

interface CorrectProps extends AskProps {
  readonly person: { readonly id: string; readonly name: string };
}

/** An administrator corrects somebody's day at once. */
export function CorrectDayModal({ person, date, time, onClose }: CorrectProps) {
  const { t } = useTranslation('attendance');
  const correct = useCorrectDay(person.id);
  return (
    <CorrectionForm
      title={t('corrections.directTitle', { name: person.name })}
      text={t('corrections.directText')}
      submit={t('corrections.apply')}
      date={date}
      time={time}
      isBusy={correct.isPending}
      onClose={onClose}
      onSubmit={(wish) =>
        correct.mutate(wish, {
          onSuccess: ({ message }) => {
            toast('success', message);
            onClose();
          },
        })
      }
    />
  );
}
