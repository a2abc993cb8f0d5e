import { describe, expect, it } from 'vitest';
import { haproxyConfig } from './haproxy.ts';

const config = haproxyConfig(8100, [
  { name: 'a', port: 8101 },
  { name: 'b', port: 8102 },
]);

describe('the settings of HAProxy', () => {
  it('name every server once, and ask each whether it is ready', () => {
    expect(config.match(/^ {2}server .*$/gm)).toEqual([
      '  server a 127.0.0.1:8101',
      '  server b 127.0.0.1:8102',
    ]);
    expect(config).toContain('option httpchk GET /api/ready');
    expect(config).toContain('bind 127.0.0.1:8100');
  });

  it('send a request again only when it reached no server, so that nothing is done twice', () => {
    expect(config.match(/^ {2}retry-on .*$/gm)).toEqual(['  retry-on conn-failure']);
  });

  it('tell whoever finds no server when to come back', () => {
    expect(config).toMatch(/http-error status 503 .* hdr Retry-After \d/);
  });
});
