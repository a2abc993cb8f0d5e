import { Button } from '@mantine/core';
import { IconNumber123 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../layout/form-modal.tsx';
import { PlaceCode } from './place-code.tsx';

interface PlaceCodeButtonProps {
  /** The class in front of which the code is shown; null for everybody's. */
  readonly classId: number | null;
}

/** Opens the code that people at the place enter on their own devices. */
export function PlaceCodeButton({ classId }: PlaceCodeButtonProps) {
  const { t } = useTranslation('classes');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconNumber123 size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('placeCode.show')}
      </Button>
      {isOpen ? (
        <FormModal title={t('placeCode.title')} size="xl" onClose={() => setOpen(false)}>
          <PlaceCode classId={classId} />
        </FormModal>
      ) : null}
    </>
  );
}
