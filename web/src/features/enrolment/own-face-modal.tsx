import { Button, Loader } from '@mantine/core';
import { IconFaceId } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StagePage } from '../../components/camera/stage-page.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useSessionState } from '../../lib/session/session.ts';
import classes from './consent-step.module.css';
import { useAgree, useOwnConsent } from './enrolment.queries.ts';
import { FaceCapture } from './face-capture.tsx';

interface OwnFaceModalProps {
  readonly onRegistered: () => void;
  readonly onClose: () => void;
}

/** A demo's visitor agrees and registers their own face. The server allows it in a demo only. */
export function OwnFaceModal({ onRegistered, onClose }: OwnFaceModalProps) {
  const { t } = useTranslation(['registration', 'common']);
  const { user } = useSessionState();
  const consent = useOwnConsent();
  const agree = useAgree();
  const [hasAgreed, setAgreed] = useState(false);
  const { data } = consent;
  const isGiven = hasAgreed || (data?.consent != null && data.consent.text_version === data.version);
  const cancel = (
    <Button variant="default" onClick={onClose}>
      {t('common:actions.cancel')}
    </Button>
  );
  const content = () => {
    if (isGiven && user)
      return (
        <FaceCapture
          subject={{ id: user.id, name: user.name }}
          mode="burst"
          isOwn
          onLeave={onClose}
          onRegistered={onRegistered}
        />
      );
    if (!data)
      return (
        <StagePage buttons={cancel}>
          {consent.isError ? (
            <LoadError error={consent.error} onRetry={() => void consent.refetch()} />
          ) : (
            <Loader aria-label={t('common:states.loading')} />
          )}
        </StagePage>
      );
    return (
      <StagePage
        buttons={
          <>
            <Button
              loading={agree.isPending}
              onClick={() => agree.mutate(data.version, { onSuccess: () => setAgreed(true) })}
              data-autofocus
            >
              {t('consent.agree')}
            </Button>
            {cancel}
          </>
        }
      >
        <IconFaceId size={56} stroke={1.5} aria-hidden />
        <h2>{t('consent.ownTitle')}</h2>
        <blockquote className={classes.text}>{data.text}</blockquote>
        <p>{t('consent.ownHint')}</p>
      </StagePage>
    );
  };
  return (
    <FormModal title={t('consent.ownHeading')} onClose={onClose} isBleeding>
      {content()}
    </FormModal>
  );
}
