import { PUBLIC_URL, type TestApp } from './test-app.ts';

/** A browser that visits the app: it keeps cookies and shows where a redirect leads. */
export function createTestBrowser() {
  const cookies = new Map<string, string>();

  const visit = async ({ app }: Pick<TestApp, 'app'>, path: string, body?: unknown) => {
    const response = await app.request(path.replace(PUBLIC_URL, ''), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  /** What the fragment of the page after a sign-in says. */
  const done = (response: Response): Record<string, string> => {
    const { pathname, hash } = new URL(response.headers.get('location') ?? '', PUBLIC_URL);
    if (response.status !== 302 || pathname !== '/login/done')
      throw new Error(`${response.status} ${response.headers.get('location')}`);
    return Object.fromEntries(new URLSearchParams(hash.slice(1)));
  };

  return {
    cookies,
    visit,
    /** Begins a sign-in; answers the page of the provider. */
    begin: async (app: Pick<TestApp, 'app'>, providerId: number, next?: string) => {
      const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
      const response = await visit(app, `/api/sign-in/providers/${providerId}/start${query}`);
      return { response, page: new URL(response.headers.get('location') ?? '', PUBLIC_URL) };
    },
    /** Opens the address to which the provider sends the browser back. */
    comeBack: async (app: Pick<TestApp, 'app'>, url: string) => done(await visit(app, url)),
    exchange: async (app: Pick<TestApp, 'app'>, ticket: string | undefined) => {
      const response = await visit(app, '/api/sign-in/ticket', { ticket });
      return { status: response.status, body: await response.json() };
    },
  };
}
