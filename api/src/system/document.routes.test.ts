import { describe, expect, it } from 'vitest';
import { documentRoutes } from './document.routes.ts';

describe('the OpenAPI document and its page', () => {
  it('are described once each, however often they are asked for', async () => {
    let described = 0;
    const app = documentRoutes(() => {
      described += 1;
      return { info: { title: `Made ${described}` }, paths: {} };
    });
    for (let call = 0; call < 3; call += 1) {
      expect(await (await app.request('/api/openapi.json')).json()).toMatchObject({
        info: { title: 'Made 1' },
      });
      expect(await (await app.request('/api/docs')).text()).toContain('<h1>Made 2 API</h1>');
    }
    expect(described).toBe(2);
  });
});
