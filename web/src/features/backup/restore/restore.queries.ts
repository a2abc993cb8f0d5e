import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';

const PROGRESS_POLL_MS = 1000;

/** Errors are shown on the screen, not as a toast. */
const meta = { quiet: true };

export function useUploadArchive() {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => answer(api.admin.restore.upload.$post({}, { init: { body: file } })),
    meta,
  });
}

export type UploadedArchive = NonNullable<ReturnType<typeof useUploadArchive>['data']>;

interface ArchiveAccess {
  readonly upload: string;
  readonly passphrase: string | null;
}

const bodyOf = ({ upload, passphrase }: ArchiveAccess) => ({
  upload,
  ...(passphrase === null ? {} : { passphrase }),
});

export function useReadArchive() {
  const api = useApi();
  return useMutation({
    mutationFn: async (access: ArchiveAccess) =>
      (await answer(api.admin.restore.$post({ json: { ...bodyOf(access), dry_run: true } }))).archive,
    meta,
  });
}

export type ArchiveFacts = NonNullable<ReturnType<typeof useReadArchive>['data']>;

export function useRestoreArchive() {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ institution, ...access }: ArchiveAccess & { institution: string }) => {
      const json = { ...bodyOf(access), dry_run: false, institution_name: institution };
      // The restore ends every session; this page says so itself.
      return (await session.endedBy(() => answer(api.admin.restore.$post({ json })))).archive;
    },
    // The name and the colour may be another institution's now.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['public-settings'] }),
    meta,
  });
}

/** Progress in percent, null while it is unknown. */
export function useRestoreProgress(upload: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['operations', 'restore', upload],
    queryFn: async ({ signal }) =>
      (await answer(api.restore[':upload'].progress.$get({ param: { upload } }, until(signal)))).progress,
    refetchInterval: PROGRESS_POLL_MS,
    retry: false,
  });
}
