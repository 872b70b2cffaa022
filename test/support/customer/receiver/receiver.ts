// A customer's server for tests. It stores each `POST /<inbox>/<behaviour>` and responds according
// to the behaviour; `GET /<inbox>` returns the requests received.
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Received {
  behaviour: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the response was 2xx. */
  accepted: boolean;
}

type Behaviour = (response: ServerResponse, inbox: string) => number | undefined;

const MEGABYTE = 'x'.repeat(1_000_000);

const respondWith = (status: number, body = '') => {
  const behaviour: Behaviour = (response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
    return status;
  };
  return behaviour;
};

const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
  return undefined;
};

/** Sends 21 MB, far more than the service reads, in a response that never ends. */
const flood: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  let written = 0;
  const more = () => {
    if (response.destroyed || written > 20) return;
    written += 1;
    response.write(MEGABYTE, () => setTimeout(more, 1));
  };
  more();
  return 200;
};

const BEHAVIOURS: Record<string, Behaviour> = {
  ok: respondWith(200, 'thank you'),
  /** Accepts events, but does not return challenges. */
  mute: respondWith(200),
  /** Responds to a challenge with the whole request body. */
  echo: respondWith(200),
  created: respondWith(201, 'y'.repeat(10_000)),
  error: respondWith(500, 'no'),
  unavailable: respondWith(503),
  gone: respondWith(410),
  redirect: (response, inbox) => {
    response.writeHead(301, { Location: `/${inbox}/ok` }).end();
    return 301;
  },
  slow: (response) => {
    setTimeout(() => response.writeHead(500).end('at last'), 30_000).unref();
    return undefined;
  },
  reset,
  flood,
  stall: (response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write('half of ');
    return 200;
  },
};

/**
 * Responses to challenges, keyed by behaviour. A behaviour that is not listed here returns the
 * challenge unchanged, on one line.
 */
const ANSWERS: Readonly<
  Record<string, (response: ServerResponse, challenge: string, body: string) => void>
> = {
  mute: (response) => void response.writeHead(200).end(),
  echo: (response, _challenge, body) => void sendText(response, body),
  'json-string': (response, challenge) => void sendText(response, `${JSON.stringify(challenge)}\n`),
  'json-object': (response, challenge) => void sendText(response, JSON.stringify({ challenge })),
  'other-object': (response, challenge) =>
    void sendText(response, JSON.stringify({ challenge, ok: true })),
  'in-list': (response, challenge) => void sendText(response, JSON.stringify([challenge])),
  words: (response) => void sendText(response, 'thank you'),
  moved: (response) => void response.writeHead(307, { Location: '/x/ok' }).end(),
  missing: (response, challenge) => void response.writeHead(404).end(challenge),
  'bad-certificate': (response) => void response.writeHead(526).end(),
  'no-origin': (response) => void response.writeHead(521).end(),
  late: () => undefined,
};

const sendText = (response: ServerResponse, body: string): ServerResponse =>
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end(body);

/** The inbox where challenges are stored, apart from events. */
const challengesOf = (inbox: string) => `${inbox}-challenges`;

const FAULTS = [BEHAVIOURS['error'], BEHAVIOURS['unavailable'], reset];

export class Receiver {
  readonly #inboxes = new Map<string, Received[]>();

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, inbox = '', behaviour = ''] = (request.url ?? '').split('/');
    const kept = this.#inboxes.get(inbox) ?? [];
    this.#inboxes.set(inbox, kept);
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(kept));
      return;
    }
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const headers = request.headers as Record<string, string>;
    // A behaviour that is not in ANSWERS returns the challenge, regardless of how it handles
    // events.
    const { type, challenge = '' } = readChallenge(body);
    if (type === 'endpoint.challenge') {
      const answer = ANSWERS[behaviour];
      if (answer === undefined) sendText(response, `${challenge}\n`);
      else answer(response, challenge, body);
      const asked = this.#inboxes.get(challengesOf(inbox)) ?? [];
      asked.push({ behaviour, headers, body, accepted: true });
      this.#inboxes.set(challengesOf(inbox), asked);
      return;
    }
    const act = behaviour === 'flaky' ? chooseFlaky() : BEHAVIOURS[behaviour];
    const status = (act ?? respondWith(404))(response, inbox);
    const accepted = status !== undefined && status >= 200 && status < 300;
    kept.push({ behaviour, headers, body, accepted });
  }
}

function readChallenge(body: string): { type?: unknown; challenge?: string } {
  try {
    return JSON.parse(body) as { type?: unknown; challenge?: string };
  } catch {
    return {};
  }
}

/** Makes about three in ten requests fail, each in one of three ways. */
function chooseFlaky(): Behaviour | undefined {
  if (Math.random() >= 0.3) return BEHAVIOURS['ok'];
  return FAULTS[Math.floor(Math.random() * FAULTS.length)];
}
