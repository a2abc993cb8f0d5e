import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api.ts';

const PROGRESS_LOOK_MS = 1000;

/** The screen shows every refusal itself, where something can be done about it. */
const meta = { quiet: true };

export function useBringArchive() {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.restore.upload.$post({}, { init: { body: file } })),
    meta,
  });
}

export type Brought = NonNullable<ReturnType<typeof useBringArchive>['data']>;

interface Reading {
  readonly upload: string;
  readonly passphrase: string | null;
}

const bodyOf = ({ upload, passphrase }: Reading) => ({
  upload,
  ...(passphrase === null ? {} : { passphrase }),
});

export function useReadArchive() {
  const api = useApi();
  return useMutation({
    mutationFn: async (reading: Reading) =>
      (await answer(api.admin.restore.$post({ json: { ...bodyOf(reading), dry_run: true } }))).archive,
    meta,
  });
}

export type ArchiveFacts = NonNullable<ReturnType<typeof useReadArchive>['data']>;

export function useRestoreArchive() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ institution, ...reading }: Reading & { institution: string }) => {
      const json = { ...bodyOf(reading), dry_run: false, institution_name: institution };
      return (await answer(api.admin.restore.$post({ json }))).archive;
    },
    meta,
  });
}

/** Percent, or null while the server has not begun or has no word for it. */
export function useRestoreProgress(upload: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['operations', 'restore', upload],
    queryFn: async () => (await answer(api.restore[':upload'].progress.$get({ param: { upload } }))).progress,
    refetchInterval: PROGRESS_LOOK_MS,
    retry: false,
  });
}
