import { expect, it } from 'vitest';
import type { LedgerSession } from '../../src/domain/verification/session-list/ledger-session.ts';
import { LedgerSessions } from '../../src/objects/ledger/sessions.ts';
import { movedSession } from '../support/customer/moved-sessions.ts';

/** The local runtime accepts larger bound values than Cloudflare, where the limit is 2 MB. */
it('no statement that stores sessions binds more than 2 MB', () => {
  const bound: string[] = [];
  const cursor = { toArray: () => [{}] };
  const sql = {
    exec: (_query: string, ...values: string[]) => {
      bound.push(...values);
      return cursor;
    },
  };
  const storage = { sql, kv: {} } as unknown as Pick<DurableObjectStorage, 'sql' | 'kv'>;
  const rows = Array.from({ length: 2_500 }, (_, n) =>
    movedSession({ id: n.toString(16).padStart(64, '0'), metadata: '\u{1F600}'.repeat(250) }),
  );
  new LedgerSessions(storage).put(rows);
  const sizes = bound.map((value) => new TextEncoder().encode(value).length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
  const stored = bound.flatMap((value) => JSON.parse(value) as unknown[][]);
  expect(stored.map(([id]) => id)).toEqual(rows.map(({ id }: LedgerSession) => id));
});
