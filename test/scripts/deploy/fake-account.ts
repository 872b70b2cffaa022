// What the fake's account holds, and the form of its calls and answers.
import type { DatabaseSync } from 'node:sqlite';

export const ACCOUNT = 'a'.repeat(32);
export const OTHER_ACCOUNT = 'b'.repeat(32);
export const TOKEN = 'a-token-that-is-never-printed';

export interface Call {
  /** Without the query: `GET /accounts/…/queues`. */
  what: string;
  search: URLSearchParams;
  body: string;
}

export interface Answer {
  status: number;
  /** Of the service; the API's is in an envelope. */
  body: unknown;
}

export interface Zone {
  id: string;
  name: string;
  status: string;
  account: { id: string; name: string };
}

/** What the account has; tests change it. */
export interface Account {
  plan: 'paid' | 'free';
  zones: Zone[];
  subdomain: string | undefined;
  domains: { hostname: string; service: string }[];
  dnsRecords: string[];
  databases: { uuid: string; name: string; body: unknown }[];
  queues: string[];
  /** Versions of each Worker, the newest last, and the one that serves. */
  workers: Map<string, { versions: string[]; serves: string; secrets: Set<string> }>;
  database: DatabaseSync;
  /** Names of what the token may not do: parts of paths. */
  forbidden: string[];
  /** The service answers, but not well. */
  isUnwell: boolean;
  /** The queue brings nothing into the database. */
  isStuck: boolean;
  /** A test session's result is not what it was settled to. */
  isWrong: boolean;
  /** What becomes of the webhook to the service itself; a number: it is answered with this status. */
  webhook: 'received' | 'unknown' | 'unmade' | 'unsent' | 'connection' | number;
}

export const refused = (code: number, message: string) => ({
  success: false,
  result: null,
  errors: [{ code, message }],
  messages: [],
});
