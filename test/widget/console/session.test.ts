// The consoles' session in the browser (D-109): only one tab refreshes it at a time, and signing
// out applies to all tabs.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionKeeper } from '../../../widget/console/session/keeper.ts';

const USER = {
  email: 'vera@cellar.example',
  name: 'Vera',
  role: 'owner',
  two_factor_enabled: false,
};

/**
 * The fake server's state: the calls received, how many are in progress, the most that were in
 * progress at once, and what determines its responses.
 */
const server = {
  calls: [] as string[],
  inFlight: 0,
  most: 0,
  status: 200,
  generation: 0,
  isConfirmed: true,
  tenants: [] as unknown[],
};

async function answer(request: Request): Promise<Response> {
  server.calls.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
  server.inFlight += 1;
  server.most = Math.max(server.most, server.inFlight);
  await Promise.resolve();
  server.inFlight -= 1;
  if (server.status === 0) throw new TypeError('Failed to fetch');
  const data = {
    access_token: `token-${(server.generation += 1)}`,
    expires_in: server.calls.at(-1) === 'login' ? 1 : 900,
    user: { ...USER, email_verified: server.isConfirmed, tenant_id: 'ten_7' },
  };
  const fields = (await request.json()) as { tenant_id?: string };
  if (server.calls.at(-1) === 'login') server.tenants.push(fields.tenant_id);
  const error = { code: 'UNAUTHORIZED', message: 'No.' };
  return Response.json(server.status === 200 ? { data } : { error }, { status: server.status });
}

beforeEach(() => {
  Object.assign(server, { calls: [], inFlight: 0, most: 0, status: 200, generation: 0 });
  Object.assign(server, { isConfirmed: true, tenants: [] });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'http://localhost:8787'), init);
      }
    },
  );
});

const tabs: SessionKeeper[] = [];
const open = (): SessionKeeper => {
  const tab = new SessionKeeper('dashboard');
  tabs.push(tab);
  return tab;
};

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.unstubAllGlobals();
});

/**
 * Signs in with a password. The access token is about to expire, so that the next call renews it.
 */
async function signedIn(): Promise<SessionKeeper> {
  const tab = open();
  await tab.signIn({ email: USER.email, password: 'plum-kettle-orbit-47' });
  return tab;
}

it('requests nothing when nobody has signed in', async () => {
  const tab = open();
  await tab.start();
  expect([tab.state().phase, server.calls]).toEqual(['out', []]);
});

it('names the customer when it signs in again before its address is confirmed, and not afterwards (D-79)', async () => {
  const tab = open();
  server.isConfirmed = false;
  const { email } = USER;
  const password = 'plum-kettle-orbit-47';
  const chosen = { company: 'Cellar Door', residency: 'none' } as const;
  const wish = { ...chosen, name: 'Vera', email, password };
  await tab.signUp(wish);
  await tab.signIn({ email: 'someone@cellar.example', password });
  await tab.signUp(wish);
  server.isConfirmed = true;
  await tab.signIn({ email: 'Vera@cellar.example', password });
  await tab.signIn({ email, password });
  expect(server.tenants).toEqual([undefined, 'ten_7', undefined]);
});

it('renews an expiring token once, however many calls need it', async () => {
  const tab = await signedIn();
  const tokens = await Promise.all([tab.accessToken(), tab.accessToken(), tab.accessToken()]);
  expect(new Set(tokens)).toEqual(new Set(['token-2']));
  expect(server.calls).toEqual(['login', 'refresh']);
});

it('renews a refused token, unless it was renewed meanwhile', async () => {
  const tab = await signedIn();
  const token = await tab.accessToken();
  const renewed = await tab.accessToken(token);
  expect([token, renewed]).toEqual(['token-2', 'token-3']);
  expect(await tab.accessToken(token)).toBe(renewed);
});

it('refreshes in one tab after the other, because a refresh token can be used once', async () => {
  await signedIn();
  await Promise.all(Array.from({ length: 5 }, () => open().start()));
  expect(server.calls.filter((call) => call === 'refresh')).toHaveLength(5);
  expect(server.most).toBe(1);
});

it('reports that the session has ended when the server no longer accepts the cookie', async () => {
  const tab = await signedIn();
  server.status = 401;
  await expect(tab.accessToken()).rejects.toMatchObject({ status: 401 });
  expect(tab.state().phase).toBe('ended');
  const next = open();
  await next.start();
  expect([next.state().phase, server.calls.length]).toEqual(['out', 2]);
});

it('keeps the user signed in when the server does not answer', async () => {
  const tab = await signedIn();
  server.status = 0;
  await expect(tab.accessToken()).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(tab.state().phase).toBe('in');
  const next = open();
  await next.start();
  expect(next.state().phase).toBe('lost');
  server.status = 200;
  await next.start();
  expect(next.state().phase).toBe('in');
});

it('signs out in all tabs, and in none when the server was not reached', async () => {
  const [tab, other] = [await signedIn(), open()];
  await other.start();
  server.status = 0;
  await expect(tab.signOut()).rejects.toMatchObject({ code: 'OFFLINE' });
  expect([tab.state().phase, other.state().phase]).toEqual(['in', 'in']);
  server.status = 200;
  await tab.signOut();
  await vi.waitFor(() => expect(other.state().phase).toBe('out'));
  expect(tab.state().phase).toBe('out');
});
