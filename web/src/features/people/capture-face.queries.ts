import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api.ts';

export interface FaceImages {
  readonly userId: string;
  readonly images: readonly string[];
  readonly lookAlikeOf: string | null;
}

/** Three images at once: what was known of this face is replaced, or nothing changes. */
export function useCaptureFace() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, images, lookAlikeOf }: FaceImages) => {
      const json = {
        user_id: userId,
        images: [...images],
        ...(lookAlikeOf ? { look_alike_of: lookAlikeOf } : {}),
      };
      return answer(api.admin['capture-face'].$post({ json }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
    // The window says it beside the picture.
    meta: { quiet: true },
  });
}
