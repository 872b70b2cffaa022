// Security headers for every response, and for HTML pages.
import type { InlineHashes } from './inline-hashes.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers for every response. Browsers ignore Strict-Transport-Security on http, so it does not
 * affect a local service.
 */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
};

/**
 * Headers for all pages. They block content from other origins and inline code, and allow the
 * camera for this origin only.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), display-capture=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  ...ANSWER_HEADERS,
};

/**
 * Headers for a picture that a customer uploaded. An SVG that is opened directly is a document of
 * this origin, so the policy sandboxes it and blocks everything except inline styles.
 */
export const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Headers for the hosted page: PAGE_HEADERS, except that the page's own inline code is allowed, and
 * that pages of the given origins may show it in a frame.
 * @param inline hashes of the page's inline styles and scripts; no other inline code is allowed
 * @param origins the tenant's embed origins; empty for no framing
 * @param botCheckOrigin the origin whose script and frame the page may load; absent for none
 */
export function hostedPageHeaders(
  inline: InlineHashes,
  origins: readonly string[] = [],
  botCheckOrigin?: string,
): Record<string, string> {
  const foreign = botCheckOrigin === undefined ? [] : [botCheckOrigin];
  const own = POLICY.replace(
    "script-src 'self'",
    ["script-src 'self'", ...inline.scripts, ...foreign].join(' '),
  ).replace("style-src 'self'", ["style-src 'self'", ...inline.styles].join(' '));
  const policy = botCheckOrigin === undefined ? own : `${own}; frame-src ${botCheckOrigin}`;
  if (origins.length === 0) return { ...PAGE_HEADERS, 'Content-Security-Policy': policy };
  const { 'X-Frame-Options': _deny, ...rest } = PAGE_HEADERS;
  return {
    ...rest,
    'Content-Security-Policy': policy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${origins.join(' ')}`,
    ),
    // A page with Cross-Origin-Embedder-Policy can embed only resources that have this header.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/**
 * Headers for the consoles (D-109): scripts, style sheets and calls are limited to this origin, and
 * forms are sent only by scripts.
 */
export const CONSOLE_PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // The consoles show a preview of the hosted page in a frame.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
};

/**
 * Headers for server-rendered pages with forms. The forms post only to this origin: a separate page
 * leads to other sites (pages/leaving-page.tsx). The pages send a referrer to this origin only:
 * with `no-referrer`, browsers would send `Origin: null` with a form.
 */
export function formPageHeaders(): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    'Content-Security-Policy': policyOfForms("form-action 'self'"),
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), display-capture=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  };
}

const policyOfForms = (...ofForms: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    ...ofForms,
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Headers for a page whose only form posts a response to a site. The policy has no `form-action`,
 * because browsers would apply it to the site's own redirects (CSP 3, 6.4.1.2). Omitting it is
 * safe: the site registered the address, and nothing on the page is from a third party. The
 * referrer shows the site only the origin of the page.
 */
export function leavingFormHeaders(): Record<string, string> {
  return {
    ...formPageHeaders(),
    'Content-Security-Policy': policyOfForms(),
    'Referrer-Policy': 'strict-origin',
  };
}

/**
 * Headers for a page that opens the given addresses in frames, and no others.
 * @param frames absolute http(s) addresses
 */
export function framingPageHeaders(frames: readonly string[]): Record<string, string> {
  const headers = formPageHeaders();
  const policy = headers['Content-Security-Policy'] ?? '';
  const sources = [...new Set(frames.map(sourceOf))].join(' ');
  return { ...headers, 'Content-Security-Policy': `${policy}; frame-src ${sources}` };
}

/**
 * Returns the source expression for an address: its origin and path (CSP 3, 2.3.1). A plain `;` in
 * the path would end the directive, and a plain `,` the policy, so both are percent-encoded. CSP
 * has no source expressions for IPv6 addresses, so a developer's `[::1]` allows every address of
 * its scheme.
 */
function sourceOf(address: string): string {
  const { origin, hostname, protocol, pathname } = new URL(address);
  if (hostname.startsWith('[')) return protocol;
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
