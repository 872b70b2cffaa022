// The types of the fake account's contents, and of requests and responses.
import type { DatabaseSync } from 'node:sqlite';
import type { SentWebhook } from '../../../scripts/deploy/check-webhook.ts';
import type { FakeDatabase } from './fake-database.ts';

export const ACCOUNT = 'a'.repeat(32);
export const OTHER_ACCOUNT = 'b'.repeat(32);
export const TOKEN = 'a-token-that-is-never-printed';

export interface Call {
  /** The method, and the path without the query: `GET /accounts/…/queues`. */
  what: string;
  search: URLSearchParams;
  body: string;
}

export interface Answer {
  status: number;
  /** The service sends the body as is; the API wraps it in an envelope. */
  body: unknown;
}

export interface Zone {
  id: string;
  name: string;
  status: string;
  account: { id: string; name: string };
}

/** The account's contents, which tests change. */
export interface Account {
  plan: 'paid' | 'free';
  zones: Zone[];
  subdomain: string | undefined;
  domains: { hostname: string; service: string }[];
  dnsRecords: string[];
  databases: { uuid: string; name: string; body: unknown }[];
  queues: string[];
  /**
   * The Workers by name, each with its versions (newest last), its deployed version, and the names
   * of its secrets.
   */
  workers: Map<string, { versions: string[]; serves: string; secrets: Set<string> }>;
  content: FakeDatabase;
  /** The same database, for tests to read and change. */
  readonly database: DatabaseSync;
  /** Parts of calls, such as `POST /accounts/…`, for which the token has no permission. */
  forbidden: string[];
  /** Whether the service responds, but reports a failure. */
  isUnwell: boolean;
  /** Whether the queue delivers nothing to the database. */
  isStuck: boolean;
  /** Whether a test session's result differs from the outcome that was set for it. */
  isWrong: boolean;
  /**
   * What happens to the webhook that the service sends to itself; a number is the status of the
   * response.
   */
  webhook: 'received' | 'unknown' | 'unmade' | 'unsent' | 'connection' | number;
  /**
   * What the service reports about the delivery to each endpoint. The delivery itself is in a
   * ledger.
   */
  deliveries: Map<string, SentWebhook>;
}

export const refused = (code: number, message: string) => ({
  success: false,
  result: null,
  errors: [{ code, message }],
  messages: [],
});
