import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { type ExplainedDay, ExplainedStatus, NotableReason } from './day-reason.tsx';

const day = (time: string, basis: Partial<ExplainedDay['basis']>): ExplainedDay => ({
  time,
  reason: '',
  basis: {
    status: 'on_time',
    source: 'check_in',
    overrode: null,
    startTime: '09:00',
    gracePeriod: 15,
    cutoffTime: '09:30',
    autoAbsent: 60,
    ...basis,
  },
});
const ON_TIME = day('08:46', {});
const LATE = day('09:17', { status: 'late' });

async function show(element: React.ReactElement, language: 'en' | 'de' = 'en') {
  render(
    <I18nextProvider i18n={await createI18n(language)}>
      <MantineProvider>{element}</MantineProvider>
    </I18nextProvider>,
  );
}

describe('the reason of a status', () => {
  it('is written at once where it is not on time, in the language of the page', async () => {
    await show(<ExplainedStatus day={LATE} status="late" />);
    expect(screen.getByText('Seen at 09:17. Late after 09:15.')).toBeTruthy();
    await show(<ExplainedStatus day={LATE} status="late" />, 'de');
    expect(screen.getByText('Um 09:17 gesehen. Verspätet nach 09:15.')).toBeTruthy();
  });

  it('is written when a status on time is pressed, not before', async () => {
    await show(<ExplainedStatus day={ON_TIME} status="on_time" />);
    expect(screen.queryByText(/Seen at/)).toBeNull();
    fireEvent.click(screen.getByRole('button'));
    expect(screen.getByText('Seen at 08:46. On time until 09:15.')).toBeTruthy();
  });

  it('stays away beside a sentence that already says it', async () => {
    await show(<NotableReason day={ON_TIME} />);
    expect(screen.queryByText(/Seen at/)).toBeNull();
    await show(<NotableReason day={day('08:46', { source: 'correction' })} />);
    expect(screen.getByText('Entered by hand. Seen at 08:46. On time until 09:15.')).toBeTruthy();
  });
});
