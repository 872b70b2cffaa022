// A benchmark target: a running provider, its endpoints, one confidential client, and a function that gets codes.

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

export interface Target {
  name: string;
  /** The server process. */
  pid: number;
  endpoints: { token: string; userinfo: string; introspection?: string; discovery: string };
  client: { id: string; secret: string };
  /** @param purpose some providers issue different tokens for an API and for their own userinfo */
  issueCode: (purpose: 'api' | 'userinfo') => Promise<string>;
  /** Why a figure is not available, by name of the figure. */
  missing: Partial<Record<Measure, string>>;
  stop: () => Promise<void>;
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(hash).toString('base64url');
}
