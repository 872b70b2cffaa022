import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, init } from '../../support/customer/api.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { eventually } from '../../support/installation/eventually.ts';

afterEach(() => void vi.useRealTimers());

const CHROME = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};

async function offered() {
  const { secret } = await makeTenant();
  const token = await init(secret);
  const computer = new TestBrowser();
  await computer.open(token);
  const path = `/v/sessions/${computer.sessionId}/handoff`;
  const { data } = (await computer.post(path, {}, CHROME)).body;
  return { computer, secret, token, link: data, phoneToken: data.url.split('/v/')[1] };
}

async function join(
  phoneToken: string,
): Promise<{ phone: TestBrowser; reply: Awaited<ReturnType<TestBrowser['post']>> }> {
  const phone = new TestBrowser();
  const reply = await phone.post('/v/handoffs', { token: phoneToken });
  if (reply.status === 200) phone.sessionId = reply.body.data.id;
  return { phone, reply };
}

describe('hand-off', () => {
  it('makes a short-lived link, and a code for the screen of the computer', async () => {
    const { link } = await offered();
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:8787\/v\/xho_[\w-]{86}$/),
      code: expect.stringMatching(/^\d{4}$/),
      expires_in_ms: 300_000,
    });
  });

  it('shows the phone which site and which computer it belongs to', async () => {
    const { phoneToken } = await offered();
    const { reply } = await join(phoneToken);
    expect(reply.body.data).toMatchObject({
      device: 'phone',
      active: false,
      site: { name: 'Cellar Door', host: 'shop.example' },
      handoff: { state: 'joined', tries_left: 3, computer: 'Chrome, Windows' },
    });
  });

  it('does not tell the phone the code, so that the link alone is useless', async () => {
    const { computer, link, phoneToken } = await offered();
    const { phone, reply } = await join(phoneToken);
    const wrong = link.code === '0000' ? '0001' : '0000';
    const refused = await phone.step('handoff/confirm', { code: wrong });
    expect(refused.body.data).toMatchObject({ active: false, handoff: { tries_left: 2 } });
    for (const { body } of [reply, refused, await phone.view()])
      expect(JSON.stringify(body.data)).not.toContain(`"${link.code}"`);
    expect((await computer.view()).body.data.handoff.code).toBe(link.code);
    for (const code of [undefined, 4721, '47 21', '472', '47211', '٤٧٢١']) {
      const { status, body } = await phone.step('handoff/confirm', { code });
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await phone.step('handoff/confirm', { code: link.code })).body.data).toMatchObject({
      active: true,
    });
  });

  it('continues on the phone and shows the outcome on both devices', async () => {
    const { computer, link, phoneToken, secret, token } = await offered();
    const { phone } = await join(phoneToken);
    expect((await phone.step('handoff/confirm', { code: link.code })).body.data).toMatchObject({
      active: true,
    });
    expect((await computer.view()).body.data).toMatchObject({ device: 'computer', active: false });
    const refused = await computer.step('consent', { biometric: true });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SESSION_ON_OTHER_DEVICE']);
    await phone.step('consent', { biometric: true });
    await phone.step('cancel');
    expect((await computer.view()).body.data.outcome.status).toBe('canceled');
    expect((await get(`/verify/v1/result/${token}`, secret)).body.data.status).toBe('canceled');
  });

  it('answers the same 404 for used, late, replaced, foreign and malformed links', async () => {
    const used = await offered();
    await join(used.phoneToken);
    const replaced = await offered();
    await replaced.computer.step('handoff');
    const late = await offered();
    const attempts = [used.phoneToken, replaced.phoneToken, used.token, 'xho_x', 'x'];
    for (const attempt of attempts) {
      const { reply } = await join(attempt);
      expect([attempt, reply.status, reply.body.error?.code]).toEqual([attempt, 404, 'NOT_FOUND']);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect((await join(late.phoneToken)).reply.status).toBe(404);
  });

  it('leaves the computer’s session alone when its link is opened there, and still works on the phone', async () => {
    const { computer, link, phoneToken } = await offered();
    const { body } = await computer.post('/v/handoffs', { token: phoneToken });
    expect(body.data).toMatchObject({ device: 'computer', handoff: { state: 'offered' } });
    expect((await computer.view()).body.data).toMatchObject({ device: 'computer', active: true });
    const { phone } = await join(phoneToken);
    // The phone scans the QR code again.
    const again = await phone.post('/v/handoffs', { token: phoneToken });
    expect(again.body.data).toMatchObject({ device: 'phone', handoff: { state: 'joined' } });
    await phone.step('handoff/confirm', { code: link.code });
    expect((await phone.view()).body.data).toMatchObject({ device: 'phone', active: true });
  });

  it('repeats a lost answer for a minute to the same page, and to nobody else', async () => {
    const { link, phoneToken } = await offered();
    const attempt = 'a'.repeat(32);
    const ask = async (name?: string) => {
      const phone = new TestBrowser();
      const reply = await phone.post('/v/handoffs', { token: phoneToken, attempt: name });
      phone.sessionId = reply.body.data?.id ?? '';
      return { phone, status: reply.status };
    };
    const lost = await ask(attempt);
    const { phone, status } = await ask(attempt);
    expect([lost.status, status]).toEqual([200, 200]);
    for (const name of [undefined, 'b'.repeat(32)]) expect((await ask(name)).status).toBe(404);
    expect((await lost.phone.view()).status).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await ask(attempt)).status).toBe(404);
    const confirmed = await phone.step('handoff/confirm', { code: link.code });
    expect(confirmed.body.data).toMatchObject({ active: true });
  });

  it('can be ended by the computer, which shuts the phone out', async () => {
    const { computer, link, phoneToken } = await offered();
    const { phone } = await join(phoneToken);
    await phone.step('handoff/confirm', { code: link.code });
    expect((await computer.step('handoff/end')).body.data).toMatchObject({ active: true });
    expect((await phone.view()).status).toBe(401);
    expect((await computer.step('consent', { biometric: true })).status).toBe(200);
  });
});

describe('traces of a hand-off (D-58)', () => {
  async function handOver(from?: string, to?: string) {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const computer = new TestBrowser(from);
    await computer.open(token);
    const { data } = (await computer.step('handoff')).body;
    const phone = new TestBrowser(to);
    const joined = await phone.post('/v/handoffs', { token: data.url.split('/v/')[1] });
    phone.sessionId = joined.body.data.id;
    await phone.step('handoff/confirm', { code: data.code });
    const result = async () => (await get(`/verify/v1/result/${token}`, secret)).body.data;
    const timeline = async () => {
      const detail = await get(`/api/v1/sessions/${token}`, secret);
      return detail.body.data.timeline.map(({ name }: { name: string }) => name);
    };
    return { computer, phone, result, timeline };
  }

  it('are in result and timeline, and raise the risk band', async () => {
    const { phone, result, timeline } = await handOver('NL', 'NL');
    await phone.step('cancel');
    const shown = await result();
    expect(shown).toMatchObject({ risk: { band: 'medium' }, handed_over: true });
    const order = Object.keys(shown);
    expect(order.indexOf('handed_over')).toBe(order.indexOf('risk') + 1);
    expect(await timeline()).toEqual(['opened', 'handed_over', 'cancel']);
  });

  it('raise it further for a phone in another country', async () => {
    const { result, timeline } = await handOver('NL', 'BR');
    expect(await result()).toMatchObject({ ip_country: 'NL', risk: { band: 'high' } });
    expect(await timeline()).toEqual(['opened', 'handed_over', 'country_changed']);
  });

  it('do not treat an unknown country as another country', async () => {
    for (const [from, to] of [['NL'], [undefined, 'BR'], []] as const) {
      const { result } = await handOver(from, to);
      expect((await result()).risk).toEqual({ band: 'medium' });
    }
  });

  it('disappear from the result when the computer takes over again, but stay a signal', async () => {
    const { computer, result, timeline } = await handOver('NL', 'BR');
    await computer.step('handoff/end');
    await computer.step('consent', { biometric: true });
    const shown = await result();
    expect(shown).not.toHaveProperty('handed_over');
    expect(shown.risk).toEqual({ band: 'high' });
    const names = ['opened', 'handed_over', 'country_changed', 'handed_back', 'consent'];
    expect(await timeline()).toEqual(names);
  });

  it('are missing for a session on one device', async () => {
    const { computer, secret, token } = await offered();
    await computer.step('cancel');
    const shown = (await get(`/verify/v1/result/${token}`, secret)).body.data;
    expect(shown).not.toHaveProperty('handed_over');
    expect(shown).not.toHaveProperty('risk');
  });
});

describe('live updates', () => {
  async function follow(browser: TestBrowser, headers: Record<string, string> = {}) {
    return exports.default.fetch(
      new Request(`http://localhost:8787/v/sessions/${browser.sessionId}/live`, {
        headers: { Upgrade: 'websocket', Cookie: browser.cookieHeader, ...headers },
      }),
    );
  }

  it('notify the computer of every change, without content', async () => {
    const { computer, phoneToken } = await offered();
    const response = await follow(computer);
    expect(response.status).toBe(101);
    const messages: unknown[] = [];
    response.webSocket?.accept();
    response.webSocket?.addEventListener('message', ({ data }) => void messages.push(data));
    await join(phoneToken);
    await eventually(() => expect(messages).toEqual(['{"type":"changed"}']));
    response.webSocket?.close();
  });

  it('are refused to strangers, other sites and requests that are not WebSockets', async () => {
    const { computer } = await offered();
    const stranger = new TestBrowser();
    stranger.sessionId = computer.sessionId;
    expect((await follow(stranger)).status).toBe(401);
    expect((await follow(computer, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await computer.get(`/v/sessions/${computer.sessionId}/live`)).status).toBe(400);
  });
});

describe('camera signals and the funnel', () => {
  it('puts the risk band of the evidence into the result', async () => {
    const { computer, secret, token } = await offered();
    await computer.step('consent', { biometric: true });
    const { data } = (await computer.step('liveness/challenge')).body;
    await computer.step('liveness', {
      challenge_id: data.challenge_id,
      samples: [],
      camera: { virtual_label: true, repeated_frames: 0.8, interval_variation: 0.1 },
    });
    const result = (await get(`/verify/v1/result/${token}`, secret)).body.data;
    expect(result.risk).toEqual({ band: 'high' });
  });

  it('gives a slower challenge on request', async () => {
    const { computer } = await offered();
    await computer.step('consent', { biometric: true });
    const relaxed = await computer.step('liveness/challenge', { relaxed: true });
    expect(relaxed.body.data.expires_in_ms).toBe(180_000);
  });
});
