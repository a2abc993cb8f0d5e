import { Button, Group, List, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { ApiError, errorText, fieldTexts } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { useInstitutionToday } from '../../../lib/format/institution-day.ts';
import { TIME_ZONES } from '../../../lib/format/zones.ts';
import { useSavedForm } from '../../../lib/saved-form.ts';
import { type InstitutionValues, useInstitutionChanges } from './institution.queries.ts';

/** The time zone from a day on; days before keep theirs. */
export function TimeZoneForm({ saved }: { saved: InstitutionValues }) {
  const { t, i18n } = useTranslation('management');
  const format = useFormat();
  const { saveZone } = useInstitutionChanges();
  const latest = saved.zones.at(-1)?.time_zone ?? saved.time_zone;
  const today = useInstitutionToday();
  const differs = saved.zone_data.system_differs;
  const form = useSavedForm({ zone: latest, day: saved.first_day_for_zone ?? today });
  const { zone, day } = form.values;
  const fields = saveZone.error instanceof ApiError ? fieldTexts(saveZone.error, i18n) : undefined;
  const problem = saveZone.error && !fields ? errorText(saveZone.error, i18n, t('institution.failed')) : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saveZone.mutate(
          { time_zone: zone, from_day: day },
          { onSuccess: () => form.resetDirty(form.values) },
        );
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            label={t('institution.zone')}
            data={TIME_ZONES.includes(zone) ? TIME_ZONES : [zone, ...TIME_ZONES]}
            searchable
            value={zone}
            onChange={(value) => value && form.setFieldValue('zone', value)}
            error={fields?.time_zone}
          />
          <DateField
            label={t('institution.fromDay')}
            value={day}
            onChange={(next) => form.setFieldValue('day', next)}
            min={saved.first_day_for_zone ?? undefined}
            error={fields?.from_day ?? problem}
          />
        </SimpleGrid>
        <Text fz={13} c="dimmed">
          {t('institution.zoneHint')} {t('institution.zoneData', { version: saved.zone_data.version })}
        </Text>
        {differs ? (
          <Text fz={13}>
            {t('institution.zoneDiffers', { from: format.date(differs.from), to: format.date(differs.to) })}
          </Text>
        ) : null}
        {saved.zones.length > 1 ? (
          <List size="sm" listStyleType="none" spacing={2}>
            {saved.zones.map(({ from_day, time_zone }) => (
              <List.Item key={from_day ?? 'first'}>
                {from_day === null
                  ? t('institution.firstZone', { zone: time_zone })
                  : t('institution.zoneFrom', { zone: time_zone, date: format.date(from_day) })}
              </List.Item>
            ))}
          </List>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" variant="light" loading={saveZone.isPending} disabled={zone === latest}>
            {t('institution.saveZone')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
