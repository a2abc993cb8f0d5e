/** The device's own sharing where it has one, else the clipboard. */
export async function shareNotice(notice: {
  title: string;
  content: string;
}): Promise<'shared' | 'copied' | 'failed'> {
  const text = `${notice.title}\n\n${notice.content}`;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: notice.title, text: notice.content });
      return 'shared';
    } catch (error) {
      // Closing the share sheet is a choice, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
