// Checks that a runtime provides what the SDK needs: Web Crypto, `fetch` and a clock. This file is
// plain JavaScript, so that every runtime can run it unchanged.

const SECRET = `whsec_${btoa('x'.repeat(32))}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'session.success', note: 'größer' });

/** @param {ArrayBuffer} bytes */
const toBase64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Signs a webhook as the service does (Standard Webhooks). */
async function sign(timestamp) {
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from('x'.repeat(32), (letter) => letter.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const content = new TextEncoder().encode(`evt_1.${timestamp}.${BODY}`);
  const signature = toBase64(await crypto.subtle.sign('HMAC', key, content));
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

const post = (headers) =>
  new Request('https://shop.example/webhooks', { method: 'POST', headers, body: BODY });

/**
 * Runs all checks.
 * @param {typeof import('../../../sdk/src/index.ts')} sdk the built SDK
 * @returns {Promise<string[]>} the checks that passed
 * @throws Error that describes the check that failed
 */
export async function check({ Agate, webhookHandler }) {
  const received = [];
  const handle = webhookHandler({ secret: SECRET, onEvent: (event) => received.push(event.id) });
  const now = Math.floor(Date.now() / 1000);
  const good = await handle(post(await sign(now)));
  if (!good.ok || received.join() !== 'evt_1')
    throw new Error(`A webhook was answered ${good.status}.`);
  const headers = await sign(now);
  const forged = await handle(post({ ...headers, 'webhook-timestamp': String(now - 1) }));
  const late = await handle(post(await sign(now - 3600)));
  if (forged.ok || late.ok || received.length !== 1) throw new Error('A wrong webhook was taken.');
  return ['a signed webhook is taken, a forged and a late one are not', await call(Agate)];
}

async function call(Agate) {
  const asked = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    const request = new Request(url, init);
    asked.push(
      `${request.method} ${new URL(request.url).pathname} ${request.headers.get('X-API-Key') ?? request.headers.get('Authorization')}`,
    );
    return Response.json({ success: true, data: [], meta: {} });
  };
  try {
    const agate = new Agate({ secretKey: 'sk_test_abc', baseUrl: 'https://verify.example.com' });
    const events = await agate.events.list();
    if (
      events.length > 0 ||
      !asked[0]?.startsWith('GET /api/v1/events ') ||
      !asked[0].includes('sk_test_abc')
    )
      throw new Error(`A call was ${asked.join('; ')}.`);
  } finally {
    globalThis.fetch = real;
  }
  return 'a call has its key and its answer is read';
}
