import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';

it('refuses an invalid body in the envelope, and names the member (D-1)', async () => {
  const answer = await exports.default.fetch(
    new Request('http://localhost:8787/readyz/webhook', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: 't', size: 42 }),
    }),
  );
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    success: false,
    error: { code: 'VALIDATION_FAILED', details: [{ field: 'size' }] },
    meta: { request_id: expect.any(String) },
  });
});
