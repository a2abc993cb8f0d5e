import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { PAIRING_CODE_LENGTH, plainPairingCode } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useOwnAddress } from '../../../lib/api/own-address.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './kiosks.module.css';
import { type KioskListing, usePairKiosk } from './kiosks.queries.ts';

interface PairModalProps {
  readonly kiosks: readonly KioskListing[];
  /** The kiosk to pair; null asks which one the device is. */
  readonly kioskId: string | null;
  /** The code that the device shows, where its QR code opened this page. */
  readonly code: string;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** Makes a device a kiosk with the code that it shows. */
export function PairModal({ kiosks, kioskId, code: shown, onAdd, onClose }: PairModalProps) {
  const { t, i18n } = useTranslation(['kiosks', 'common']);
  const pair = usePairKiosk();
  const [code, setCode] = useState(() => withDash(shown));
  const [chosen, setChosen] = useState(() => kioskId ?? onlyUnpaired(kiosks));
  const [isSubmitted, setSubmitted] = useState(false);
  const kiosk = kiosks.find(({ id }) => id === chosen);
  const isShort = plainPairingCode(code).length !== PAIRING_CODE_LENGTH;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!kiosk || isShort) return pair.reset();
    pair.mutate({ id: kiosk.id, code: plainPairingCode(code) }, { onSuccess: onClose });
  };
  const problem = pair.error ? errorText(pair.error, i18n, t('pair.failed')) : null;
  const title = kioskId && kiosk ? t('pair.title', { name: kiosk.name }) : t('pair.whichTitle');
  return (
    <FormModal title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {kioskId ? (
            <Steps />
          ) : (
            <WhichKiosk
              kiosks={kiosks}
              chosen={chosen}
              problem={isSubmitted && !kiosk ? t('pair.kioskMissing') : null}
              onChoose={setChosen}
            />
          )}
          <TextInput
            classNames={{ input: classes.code ?? '' }}
            label={t('pair.code')}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            maxLength={12}
            data-autofocus={shown ? undefined : true}
            value={code}
            error={isSubmitted && isShort ? t('pair.codeShort') : problem}
            onChange={(event) => {
              setCode(event.currentTarget.value.toUpperCase());
              setSubmitted(false);
              pair.reset();
            }}
          />
          {kiosk?.paired ? (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
              {t('pair.replaces')}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            {kioskId ? (
              <Button variant="default" onClick={onClose}>
                {t('common:actions.cancel')}
              </Button>
            ) : (
              <Button variant={kiosks.length > 0 ? 'default' : 'filled'} onClick={onAdd}>
                {t('add')}
              </Button>
            )}
            {kiosks.length > 0 ? (
              <Button type="submit" loading={pair.isPending}>
                {t('pair.submit')}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

/** As the device shows it. */
const withDash = (code: string): string => code && `${code.slice(0, 4)}-${code.slice(4)}`;

/** The one kiosk that still has no device, if it is one. */
function onlyUnpaired(kiosks: readonly KioskListing[]): string | null {
  const [first, ...others] = kiosks.filter(({ paired }) => paired === null);
  return first && others.length === 0 ? first.id : null;
}

function Steps() {
  const { t } = useTranslation('kiosks');
  const { url, isHereOnly } = useOwnAddress();
  return (
    <ol className={classes.steps} aria-label={t('pair.steps')}>
      <li>
        {t('pair.open')} <bdi className={classes.address}>{kioskAddress(url)}</bdi>
        {isHereOnly ? <p className={classes.note}>{t('pair.hereOnly')}</p> : null}
        {url.protocol === 'http:' && !isHereOnly ? (
          <p className={classes.note}>{t('pair.insecure')}</p>
        ) : null}
      </li>
      <li>{t('pair.shown')}</li>
      <li>{t('pair.type')}</li>
    </ol>
  );
}

/** The page that makes a device a kiosk. */
export const kioskAddress = (url: URL): string => new URL('/kiosk', url).href;

interface WhichKioskProps {
  readonly kiosks: readonly KioskListing[];
  readonly chosen: string | null;
  readonly problem: string | null;
  readonly onChoose: (id: string) => void;
}

function WhichKiosk({ kiosks, chosen, problem, onChoose }: WhichKioskProps) {
  const { t } = useTranslation('kiosks');
  const format = useFormat();
  if (kiosks.length === 0) return <p className={classes.text}>{t('pair.noKiosks')}</p>;
  return (
    <Radio.Group label={t('pair.kiosk')} value={chosen} error={problem} onChange={onChoose}>
      <Stack gap="sm" mt="xs">
        {kiosks.map(({ id, name, place, paired }, at) => (
          <Radio
            key={id}
            value={id}
            data-autofocus={(chosen === null ? at === 0 : id === chosen) || undefined}
            label={<bdi>{name}</bdi>}
            description={format.line([place, t(paired ? 'device.paired' : 'device.notPaired')])}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
