import { ATTENDANCE_FIELDS, type DateOrder } from '@rollcall/core/import/attendance-import.rules';
import { PEOPLE_FIELDS } from '@rollcall/core/import/people-import.rules';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, answer, useApi } from '../../lib/api.ts';

/** The screen shows refusals itself, beside what they are about. */
const meta = { quiet: true };
const LOOK_MS = 500;

export const FIELDS = { people: PEOPLE_FIELDS, attendance: ATTENDANCE_FIELDS } as const;
export type SheetKind = keyof typeof FIELDS;
export type Field = (typeof FIELDS)[SheetKind][number];
export type Mapping = Readonly<Partial<Record<Field, string>>>;

export function useUploadSheet(kind: SheetKind) {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.import[kind].upload.$post({}, { init: { body: file } })),
    meta,
  });
}

export type UploadedSheet = NonNullable<ReturnType<typeof useUploadSheet>['data']>;

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

async function run(api: Api, kind: SheetKind, request: ImportRequest) {
  const { upload, mapping, options, badRows: bad_rows, dryRun: dry_run } = request;
  const common = { upload, mapping, bad_rows, dry_run };
  if (kind === 'people') {
    const { defaultType: default_type, passwords } = options;
    return answer(api.admin.import.people.$post({ json: { ...common, default_type, passwords } }));
  }
  const json = { ...common, date_order: options.dateOrder };
  return { ...(await answer(api.admin.import.attendance.$post({ json }))), preview: [], passwords: [] };
}

export type ImportResult = Awaited<ReturnType<typeof run>>;
export type GivenPassword = ImportResult['passwords'][number];

export function useRunImport(kind: SheetKind) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ImportRequest) => run(api, kind, request),
    onSuccess: ({ imported }) => {
      if (imported === 0) return;
      for (const root of ['people', 'stats', 'attendance', 'analytics', 'operations', 'profile'])
        void queryClient.invalidateQueries({ queryKey: [root] });
    },
    meta,
  });
}

/** How far the import is that runs now, in percent. */
export function useImportProgress(): number | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['operations', 'import'],
    queryFn: async () => (await answer(api.admin.operations.$get())).operations,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const running = data?.find(({ type, state }) => type === 'import' && state === 'running');
  return running?.progress ?? null;
}
