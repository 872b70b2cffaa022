// Renders a page as a response: doctype, status, headers.
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { AppEnv } from '../app-env.ts';
import { formPageHeaders } from '../security-headers.ts';

type Status = 200 | 400 | 403 | 404 | 405 | 409 | 413 | 421 | 422 | 429 | 500 | 503;

interface PageAnswer {
  status?: Status;
  /** Default: the headers of pages with our own forms. */
  headers?: Readonly<Record<string, string>>;
}

/** @param page a <Document> */
export async function renderPage(
  c: HonoContext<AppEnv>,
  page: JSX.Element,
  { status = 200, headers = formPageHeaders() }: PageAnswer = {},
): Promise<Response> {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.html(await html`<!doctype html>${page}`, status);
}
