// A benchmark target: a running provider, its endpoints, one confidential client, and a function
// that obtains codes.

import type { Figures } from './load.ts';

export const VERIFIER = 'a-verifier-of-the-benchmark-that-is-long-enough-for-rfc-7636';
/** BASE64URL(SHA-256(VERIFIER)), RFC 7636 4.2. */
export const CHALLENGE = await challengeOf(VERIFIER);
export const REDIRECT_URI = 'http://localhost:9876/callback';

export type Measure = 'exchange' | 'refresh' | 'userinfo' | 'introspection' | 'discovery';
export const MEASURES = [
  'exchange',
  'refresh',
  'userinfo',
  'introspection',
  'discovery',
] as const satisfies readonly Measure[];

/** Calls that only Agate supports (own-calls.ts). */
export type OwnMeasure =
  | 'authorize'
  | 'init'
  | 'result'
  | 'status'
  | 'opening'
  | 'par'
  | 'fapi exchange';
export const OWN_MEASURES = [
  'authorize',
  'init',
  'result',
  'status',
  'opening',
  'par',
  'fapi exchange',
] as const satisfies readonly OwnMeasure[];

/**
 * The binding calls and checks that userinfo makes, an empty response for comparison, and KV, which
 * workers-oauth-provider reads. The floor Worker measures each part alone.
 */
export const PARTS = ['empty answer', 'verification', 'object', 'D1', 'KV'] as const;
export type Part = (typeof PARTS)[number];

export interface Target {
  name: string;
  /** The id of the server's process. */
  pid: number;
  endpoints: { token: string; userinfo: string; introspection?: string; discovery: string };
  client: { id: string; secret: string };
  /**
   * @param purpose what the code's access token is for: some providers issue a different kind of
   *   token for their own userinfo endpoint
   */
  issueCode: (purpose: 'api' | 'userinfo') => Promise<string>;
  /** Maps the name of each missing figure to the reason. */
  missing: Partial<Record<Measure, string>>;
  own?: { run: (what: OwnMeasure, durationMs: number) => Promise<Figures>; close: () => void };
  /**
   * The CPU time of the target's process until its first response, in milliseconds, and the
   * compressed size of its script.
   */
  start?: { cpuMs: number; gzipBytes: number };
  stop: () => Promise<void>;
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(hash).toString('base64url');
}
