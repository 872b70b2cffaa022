import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, init } from '../support/customer/api.ts';
import { TestBrowser } from '../support/visitor/hosted.ts';
import { makeTenant } from '../support/customer/tenants.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the request log', () => {
  it('writes one line per request and never a token, key, name or user id', async () => {
    const { secret } = await makeTenant({ name: 'Cellar Door' });
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    const token = await init(secret, { user_id: 'u-1842', metadata: 'order 7' });
    await get(`/verify/v1/result/${token}`, secret);
    await new TestBrowser().open(token);
    await get(`/verify/v1/result/${token}`, 'sk_live_wrong');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(Object.keys(JSON.parse(line))).toEqual(
        expect.arrayContaining(['request_id', 'method', 'route', 'status', 'duration_ms']),
      );
      expect(line).not.toMatch(/x(it|tk|bs)_|sk_live|u-1842|order 7|Cellar/);
    }
    expect(lines[1]).toContain('"/verify/v1/result/:token"');
  });
});
