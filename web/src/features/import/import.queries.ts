import { ATTENDANCE_FIELDS, type DateOrder } from '@rollcall/core/import/attendance-import.rules';
import { PEOPLE_FIELDS } from '@rollcall/core/import/people-columns';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';

/** Errors are shown on the screen, not as a toast. */
const meta = { quiet: true };
const PROGRESS_POLL_MS = 500;

export const FIELDS = { people: PEOPLE_FIELDS, attendance: ATTENDANCE_FIELDS } as const;
export type TableKind = keyof typeof FIELDS;
export type Field = (typeof FIELDS)[TableKind][number];
export type Mapping = Readonly<Partial<Record<Field, string>>>;

export function useUploadTable(kind: TableKind) {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.import[kind].upload.$post({}, { init: { body: file } })),
    meta,
  });
}

export type UploadedTable = NonNullable<ReturnType<typeof useUploadTable>['data']>;

export interface ImportOptions {
  readonly defaultType: RegistrableKind;
  readonly passwords: 'generate' | 'unset';
  readonly dateOrder: DateOrder;
}

export interface ImportRequest {
  readonly upload: string;
  readonly mapping: Mapping;
  readonly options: ImportOptions;
  readonly badRows: 'refuse' | 'skip';
  readonly dryRun: boolean;
}

async function run(api: Api, kind: TableKind, request: ImportRequest) {
  const { upload, mapping, options, badRows: bad_rows, dryRun: dry_run } = request;
  const common = { upload, mapping, bad_rows, dry_run };
  if (kind === 'people') {
    const { defaultType: default_type, passwords } = options;
    return answer(api.admin.import.people.$post({ json: { ...common, default_type, passwords } }));
  }
  const json = { ...common, date_order: options.dateOrder };
  const result = await answer(api.admin.import.attendance.$post({ json }));
  return { ...result, warning_count: 0, warnings: [], preview: [], passwords: [] };
}

export type ImportResult = Awaited<ReturnType<typeof run>>;

export function useRunImport(kind: TableKind) {
  const api = useApi();
  const invalidate = useInvalidate('people', 'stats', 'attendance', 'analytics', 'operations', 'profile');
  return useMutation({
    mutationFn: (request: ImportRequest) => run(api, kind, request),
    onSuccess: ({ imported }) => {
      if (imported > 0) void invalidate();
    },
    meta,
  });
}

/** Progress of the running import in percent, null if none is running. */
export function useImportProgress(): number | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['operations', 'import'],
    queryFn: async ({ signal }) => (await answer(api.admin.operations.$get({}, until(signal)))).operations,
    refetchInterval: PROGRESS_POLL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const running = data?.find(({ type, state }) => type === 'import' && state === 'running');
  return running?.progress ?? null;
}

const PHOTO_POLL_MS = 1000;

export function useUploadPhotos() {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.import.photos.upload.$post({}, { init: { body: file } })),
    meta: { quiet: true },
  });
}

export function useEnrolPhotos() {
  const api = useApi();
  const { t } = useTranslation('imports');
  return useMutation({
    mutationFn: async (json: { upload: string; replace: boolean }) =>
      (await answer(api.admin.import.photos.$post({ json }))).report_file,
    meta: { success: t('photos.started'), fallback: t('photos.failed') },
  });
}

/** Polls the operation of a photo import until it has ended. */
export function usePhotoOperation(file: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['operations', 'photos', file],
    queryFn: async ({ signal }) => {
      const { operations } = await answer(api.admin.operations.$get({}, until(signal)));
      return operations.find(({ filename }) => filename === file) ?? null;
    },
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : PHOTO_POLL_MS),
  });
}

export interface PhotoOutcome {
  readonly id: string;
  readonly photos: number;
  readonly outcome: string;
  readonly message: string;
  /** Missing in reports of the first version, as are the next two. */
  readonly reason?: string | null;
  readonly photo?: number | null;
  readonly other?: string | null;
}

interface PhotoReport {
  readonly people: readonly PhotoOutcome[];
  readonly unknown: readonly string[];
}

export function usePhotoReport(file: string, isReady: boolean) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['operations', 'photo-report', file],
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response: Response = await api.admin.download[':file'].$get({ param: { file } }, until(signal));
      if (!response.ok) throw await toApiError(response);
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      const text = await response.text();
      return { text, report: JSON.parse(text) as PhotoReport }; // written by our own server: rollcall-photo-import, version 1
    },
  });
}
