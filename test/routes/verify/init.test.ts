import { describe, expect, it } from 'vitest';
import { get, post, VALID_INIT } from '../../support/api.ts';
import { makeTenant } from '../../support/tenants.ts';

const PATH = '/verify/v1/init';

describe('POST /verify/v1/init', () => {
  it('answers 201 with an init token and the address that opens it', async () => {
    const { secret } = await makeTenant();
    const reply = await post(PATH, VALID_INIT, secret);
    expect(reply.status).toBe(201);
    expect(reply.body.success).toBe(true);
    expect(Object.keys(reply.body.data)).toEqual(['token', 'verify_url']);
    expect(reply.body.data.token).toMatch(/^xit_[\w-]{86}$/);
    expect(reply.body.data.verify_url).toBe(`http://localhost:8787/v/${reply.body.data.token}`);
    const result = await get(`/verify/v1/result/${reply.body.data.token}`, secret);
    expect(result.body.data.status).toBe('pending');
  });
});
