import type { publicSettingsAnswer } from '@rollcall/api/settings/settings.contract';
import { DEMO_INSTITUTION, DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import type { z } from 'zod';

/**
 * What the host will answer once it has started: the first page is drawn with it while the database still opens,
 * and asks again as soon as somebody can answer.
 */
export const firstSettings = (timeZone: string): z.infer<typeof publicSettingsAnswer> => ({
  institution_name: DEMO_INSTITUTION,
  time_zone: timeZone,
  demo_mode: true,
  needs_setup: false,
  demo_credentials: DEMO_MODE.credentials,
});
