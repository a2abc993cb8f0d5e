import type { FirstStep } from '@rollcall/core/settings/first-steps/first-steps.types';
import {
  IconCalendarEvent,
  IconCamera,
  IconChalkboard,
  IconClock,
  IconDatabaseExport,
  IconFaceId,
  IconMapPin,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';

export const STEP_ICONS: Readonly<Record<FirstStep, typeof IconUsers>> = {
  people: IconUsers,
  classes: IconChalkboard,
  times: IconClock,
  holidays: IconCalendarEvent,
  consent: IconShieldLock,
  place: IconMapPin,
  camera: IconCamera,
  backup: IconDatabaseExport,
  face: IconFaceId,
};

/** The place where each step is done. The camera's is in the documentation. */
export const STEP_LINKS = {
  people: linkOptions({ to: '/people', search: { action: 'import' } }),
  classes: linkOptions({ to: '/classes' }),
  times: linkOptions({ to: '/settings/$section', params: { section: 'times' } }),
  holidays: linkOptions({ to: '/settings/$section', params: { section: 'calendar' } }),
  consent: linkOptions({ to: '/settings/$section', params: { section: 'privacy' } }),
  place: linkOptions({ to: '/settings/$section', params: { section: 'faces' } }),
  backup: linkOptions({ to: '/settings/$section', params: { section: 'backup' } }),
  face: linkOptions({ to: '/people', search: { face: 'no' } }),
} as const satisfies Record<Exclude<FirstStep, 'camera'>, object>;

export const HTTPS_DOCS = `${__REPOSITORY_URL__}/blob/main/docs/OPERATIONS.md#https-required-by-the-camera`;
