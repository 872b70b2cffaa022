// Verifications for a run: unopened links, sessions with an open page, and results.
import { setTimeout as delay } from 'node:timers/promises';

export interface OpenedSession {
  id: string;
  /** The cookie that was set when the session was opened. */
  cookie: string;
}

export interface Sessions {
  /** The tokens of unopened links, `xit_…`. */
  links: string[];
  /** The tokens of results, `xtk_…`. */
  results: string[];
  opened: OpenedSession[];
}

const OUTCOMES = ['success', 'failed', 'canceled', 'expired'];

/**
 * @param key a test key of the customer
 * @param count the number of sessions of each kind
 */
export async function makeSessions(origin: string, key: string, count: number): Promise<Sessions> {
  const sessions: Sessions = { links: [], results: [], opened: [] };
  for (let at = 0; at < count; at += 1) {
    sessions.links.push(await begin(origin, key));
    const status = OUTCOMES[at % OUTCOMES.length];
    const settled = await send(
      `${origin}/verify/v1/sandbox/${await begin(origin, key)}/outcome`,
      { 'X-API-Key': key },
      { status },
    );
    sessions.results.push(settled.data.token);
    sessions.opened.push(await open(origin, await begin(origin, key)));
  }
  // Gives the queue's consumer time to write the sessions' list rows and events.
  await delay(2000);
  return sessions;
}

async function begin(origin: string, key: string): Promise<string> {
  const { data } = await send(
    `${origin}/verify/v1/init`,
    { 'X-API-Key': key },
    { callback_url: 'https://shop.example/age/return', min_age: 18 },
  );
  return data.token;
}

async function open(origin: string, token: string): Promise<OpenedSession> {
  const { data, cookie } = await send(`${origin}/v/sessions`, { Origin: origin }, { token });
  return { id: data.id, cookie };
}

interface Answer {
  id: string;
  token: string;
}

/** @throws Error that contains the response when the request fails */
async function send(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ data: Answer; cookie: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
  return { data: (JSON.parse(text) as { data: Answer }).data, cookie };
}
