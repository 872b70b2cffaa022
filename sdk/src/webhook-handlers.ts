// Webhook handlers for frameworks: they check the signature, answer the challenge of a new
// endpoint, and set the status that tells the service whether to send the event again.
import { WebhookVerificationError } from './errors.ts';
import { verifyWebhook, type HeaderSource } from './webhooks.ts';
import type { WireEvent } from './wire.ts';

export interface WebhookOptions<Env = unknown> {
  /**
   * The endpoint's secret, `whsec_…`, or a function that reads it from the request's environment.
   */
  secret: string | undefined | ((env: Env) => string | undefined);
  /**
   * Called with each verified event. An event can arrive more than once, so remember its `id`. When
   * the function throws, the response is 500, and the event is sent again.
   */
  onEvent: (event: WireEvent, env: Env) => unknown;
}

interface Answer {
  status: 200 | 204 | 400 | 500;
  body: string;
}

/**
 * A handler for frameworks that answer a Request with a Response: Cloudflare Workers, Next.js route
 * handlers, Deno, Bun.
 */
export const webhookHandler =
  <Env = unknown>(options: WebhookOptions<Env>) =>
  async (request: Request, env?: Env): Promise<Response> => {
    const rawBody = await request.text();
    const { status, body } = await receive(options, rawBody, request.headers, env as Env);
    return new Response(status === 204 ? null : body, {
      status,
      headers: { 'Content-Type': 'text/plain' },
    });
  };

/**
 * A handler for Hono: `app.post('/webhooks/agate', honoWebhook({ … }))`. It passes `c.env` as the
 * environment.
 */
export const honoWebhook = <Env = unknown>(options: WebhookOptions<Env>) => {
  const handle = webhookHandler(options);
  return (c: { req: { raw: Request }; env: Env }): Promise<Response> => handle(c.req.raw, c.env);
};

/** A request of node:http or Express. Express's parsers put the body into `body`. */
interface NodeRequest extends AsyncIterable<unknown> {
  headers: HeaderSource;
  body?: unknown;
}

interface NodeResponse {
  statusCode: number;
  setHeader: (name: string, value: string) => unknown;
  end: (body?: string) => unknown;
}

/**
 * A handler for Express and node:http. The signature covers the bytes as they were received: put
 * the handler before `express.json()`, or after `express.raw({ type: 'application/json' })`. If the
 * body has already been parsed into an object, every event gets a 500.
 */
export const expressWebhook =
  (options: WebhookOptions) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const rawBody = await readRawBody(request);
    const answer =
      typeof rawBody === 'string'
        ? await receive(options, rawBody, request.headers, undefined)
        : rawBody;
    response.statusCode = answer.status;
    response.setHeader('Content-Type', 'text/plain');
    response.end(answer.body);
  };

const PARSED: Answer = {
  status: 500,
  body: 'The body was parsed before its signature could be checked.',
};

const UNREAD: Answer = { status: 400, body: 'The body broke off, or is longer than any event.' };
/**
 * The maximum length of a body, far above the length of an event, which has a few thousand
 * characters.
 */
const MAX_CHARACTERS = 1_000_000;

async function receive<Env>(
  { secret, onEvent }: WebhookOptions<Env>,
  rawBody: string,
  headers: HeaderSource,
  env: Env,
): Promise<Answer> {
  try {
    const known = typeof secret === 'function' ? secret(env) : secret;
    if (known === undefined) return { status: 500, body: 'The endpoint has no secret.' };
    const event = await verifyWebhook(rawBody, headers, known);
    if (event.type === 'endpoint.challenge') return { status: 200, body: event.challenge };
    await onEvent(event, env);
    return { status: 204, body: '' };
  } catch (error) {
    return error instanceof WebhookVerificationError
      ? { status: 400, body: error.message }
      : { status: 500, body: 'The event could not be handled.' };
  }
}

/**
 * Reads the body without ever throwing: neither node:http nor Express 4 catches a handler's
 * rejection, so a client that aborts its request could end the process.
 * @returns the body, or the response to send when the body is unusable
 */
async function readRawBody(request: NodeRequest): Promise<string | Answer> {
  const { body } = request;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (body !== undefined) return PARSED;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of request) {
      text +=
        typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > MAX_CHARACTERS) return UNREAD;
    }
  } catch {
    return UNREAD;
  }
  return text + decoder.decode();
}
