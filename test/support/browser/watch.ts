// Records every request that a visitor's browser sends and every error in its console.
import type { BrowserContext, Request } from 'playwright-core';

export interface Sent {
  method: string;
  url: string;
  contentType: string | undefined;
  body: Buffer | undefined;
}

export interface Watch {
  sent: Sent[];
  /**
   * Errors and warnings in the console, uncaught errors, and violations of the content security
   * policy.
   */
  complaints: string[];
}

export function watch(context: BrowserContext): Watch {
  const sent: Sent[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => sent.push(describe(request)));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      sent.push({ method: 'WS', url: socket.url(), contentType: undefined, body: undefined });
    });
  });
  return { sent, complaints };
}

function describe(request: Request): Sent {
  return {
    method: request.method(),
    url: request.url(),
    contentType: request.headers()['content-type'],
    body: request.postDataBuffer() ?? undefined,
  };
}
