// The consoles' API calls: a call whose token was refused is repeated once with a new token, but a
// call with a wrong password is never repeated.
import { expect, it, vi } from 'vitest';
import { makeClient } from '../../../widget/console/api/client.ts';

const TOKENS = {
  accessToken: async (refused?: string) => (refused === undefined ? 'first' : 'next'),
};

async function callsAfter(code: string): Promise<(string | null)[]> {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.headers.get('Authorization'));
    return Response.json({ error: { code, message: 'No.' } }, { status: 401 });
  });
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'http://localhost:8787'), init);
      }
    },
  );
  const body = { current_password: 'a', new_password: 'b' };
  const call = makeClient(TOKENS).POST('/dashboard/v1/auth/change-password', { body });
  await expect(call).rejects.toMatchObject({ code });
  vi.unstubAllGlobals();
  return sent;
}

it('a call is repeated with a new token when its token was refused', async () => {
  expect(await callsAfter('UNAUTHORIZED')).toEqual(['Bearer first', 'Bearer next']);
});

it('a wrong password is sent only once, because each attempt counts (spec 3.2)', async () => {
  expect(await callsAfter('INVALID_CREDENTIALS')).toEqual(['Bearer first']);
});
