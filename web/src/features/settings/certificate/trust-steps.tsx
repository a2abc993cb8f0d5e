import { Accordion, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './certificate.module.css';
import { SYSTEMS, systemOf } from './systems.rules.ts';

/** How each system learns to trust the certificate; the steps of this device are open. */
export function TrustSteps() {
  const { t } = useTranslation('certificate');
  const [open, setOpen] = useState<string | null>(() =>
    systemOf(navigator.userAgent, navigator.maxTouchPoints),
  );
  return (
    <Accordion
      value={open}
      onChange={setOpen}
      variant="separated"
      radius="md"
      classNames={{ item: classes.item ?? '' }}
      order={3}
    >
      {SYSTEMS.map(({ id, file }) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>
            <span className={classes.system}>{t(`systems.${id}.title`)}</span>
          </Accordion.Control>
          <Accordion.Panel>
            <ol className={classes.steps}>
              <li>
                {t(`systems.${id}.first`)}
                {/* A page of the server and not of the app; the browser decides what it does with the file. */}
                <Button
                  component="a"
                  href={`/setup/${file}`}
                  variant="light"
                  mt={8}
                  leftSection={<IconDownload size={18} aria-hidden />}
                  aria-label={`${t('download')} (${t(`systems.${id}.title`)})`}
                >
                  {t('download')}
                </Button>
              </li>
              <li>{t(`systems.${id}.second`)}</li>
              <li>{t(`systems.${id}.third`)}</li>
            </ol>
            <p className={classes.note}>{t(`systems.${id}.note`)}</p>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
