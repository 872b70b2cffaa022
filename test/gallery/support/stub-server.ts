// Serves the built page as the service does, with its security headers, and answers the page's
// requests with the responses of a state.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlineHashes } from '../../../src/http/inline-hashes.ts';
import { hostedPageHeaders } from '../../../src/http/security-headers.ts';
import { fakeEngineScript } from './fake-engine.ts';
import type { Answer, GalleryState, RequestName } from './gallery-state.ts';
import { WAY_BACK } from './session-views.ts';
import { VISIT_COOKIE } from './stand-in-camera.ts';

const ASSETS = fileURLToPath(new URL('../../../dist/assets', import.meta.url));
const PAGE = '/hosted/index.html';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const STATUS: Record<string, number> = {
  NOT_FOUND: 404,
  UNAUTHORIZED: 401,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
};

export interface StubServer {
  origin: string;
  close: () => Promise<void>;
}

interface Visit {
  state: GalleryState | undefined;
  /** The number of requests of each kind that were answered in this visit. */
  counts: Map<RequestName, number>;
}

/**
 * Serves dist/assets, which must have been built.
 * @param states all states that can be visited; a visitor's cookie selects one by name
 */
export async function serveStates(states: readonly GalleryState[]): Promise<StubServer> {
  const byName = new Map(states.map((state) => [state.name, state]));
  const visits = new Map<string, Visit>();
  const modelBytes = await sizeOf(join(ASSETS, 'models'));
  const inline = await inlineHashes(await readFile(join(ASSETS, PAGE), 'utf8'));

  const visitOf = (request: IncomingMessage, isNew: boolean): Visit => {
    const cookie = new RegExp(`${VISIT_COOKIE}=([\\w.-]+)`).exec(request.headers.cookie ?? '');
    const id = cookie?.[1] ?? '';
    const known = isNew ? undefined : visits.get(id);
    const visit = known ?? { state: byName.get(id.split('.')[1] ?? ''), counts: new Map() };
    visits.set(id, visit);
    return visit;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://stub').pathname;
    if (/^\/v\/(sessions|handoffs)/.test(path)) {
      const wayBack = `http://${request.headers.host}/left`;
      return sendAnswer(response, answerTo(request, path, visitOf(request, false)), wayBack);
    }
    const published = visitOf(request, false).state?.published?.[path];
    if (published !== undefined) {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return response.end(JSON.stringify(published));
    }
    // The response is empty, so that a page that returns to the site automatically stays open and
    // its verdict can be photographed.
    if (path === '/left') return response.writeHead(204).end();
    if (path.startsWith('/v/')) {
      visitOf(request, true);
      return sendFile(response, PAGE, hostedPageHeaders(inline));
    }
    if (path.startsWith('/assets/worker-')) {
      const script = fakeEngineScript(visitOf(request, false).state?.engine ?? {}, modelBytes);
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' });
      return response.end(script);
    }
    return sendFile(response, path, { 'Cache-Control': 'max-age=3600' });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(request: IncomingMessage, path: string, { state, counts }: Visit): Answer {
  const [, , kind, id, ...rest] = path.split('/');
  const name = (
    id === undefined
      ? kind === 'handoffs'
        ? 'join'
        : 'open'
      : rest.length === 0
        ? 'read'
        : rest.join('/')
  ) as RequestName;
  const answers = state?.answers[name];
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  if (!isList(answers)) return answers ?? 'pending';
  return answers[Math.min(count, answers.length - 1)] ?? 'pending';
}

function isList(answers: Answer | readonly Answer[] | undefined): answers is readonly Answer[] {
  return Array.isArray(answers);
}

function sendAnswer(response: ServerResponse, answer: Answer, wayBack: string): void {
  if (answer === 'pending') return;
  if (answer === 'broken') {
    response.destroy();
    return;
  }
  const meta = { request_id: 'a-request', timestamp: '2026-01-01T00:00:00.000Z' };
  if ('refusal' in answer) {
    const error = { code: answer.refusal, message: 'scripted' };
    response.writeHead(STATUS[answer.refusal] ?? 409, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ success: false, error, meta }));
    return;
  }
  const data = 'view' in answer ? answer.view : answer.data;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  const body = JSON.stringify({ success: true, data, meta });
  response.end(body.replaceAll(WAY_BACK, wayBack));
}

async function sendFile(
  response: ServerResponse,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const body = await readFile(join(ASSETS, path)).catch(() => undefined);
  if (!body) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    ...headers,
  });
  response.end(body);
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
