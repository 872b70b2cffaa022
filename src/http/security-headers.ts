// Headers of every answer, and those of pages that people see.
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

/** For every answer of the Worker. Browsers ignore Strict-Transport-Security on http, so a local service is not held to it. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
};

/** For pages of ours: nothing from elsewhere, no inline code, the camera for ourselves only. */
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
 * For the document of the hosted page: the same, with what was built into it, in frames of exactly these origins.
 *
 * @param inline its sheets and scripts: nothing else inline is let through
 * @param origins of the tenant; none: in no frame at all
 */
export function hostedPageHeaders(
  inline: InlineHashes,
  origins: readonly string[] = [],
): Record<string, string> {
  const policy = POLICY.replace(
    "script-src 'self'",
    ["script-src 'self'", ...inline.scripts].join(' '),
  ).replace("style-src 'self'", ["style-src 'self'", ...inline.styles].join(' '));
  if (origins.length === 0) return { ...PAGE_HEADERS, 'Content-Security-Policy': policy };
  const { 'X-Frame-Options': _deny, ...rest } = PAGE_HEADERS;
  return {
    ...rest,
    'Content-Security-Policy': policy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${origins.join(' ')}`,
    ),
    // A page with Cross-Origin-Embedder-Policy shows only frames that allow it.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/**
 * For pages with forms that the server renders. They tell our own pages where they were come from, since without
 * that browsers send `Origin: null` with a form; other origins learn nothing.
 * @param formTargets origins a form may end up at besides ours: browsers hold redirects to it too (S-22)
 */
export function formPageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ];
  return {
    ...PAGE_HEADERS,
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), display-capture=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  };
}
