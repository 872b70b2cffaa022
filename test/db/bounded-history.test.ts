// The limits on how much history is stored for each account (D-169). They are implemented as
// triggers, so they apply no matter how a row is written.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  listLoginHistory,
  recogniseVisitor,
  recordAttempt,
} from '../../src/domain/accounts/login-history/login-history.ts';
import { listNotifications } from '../../src/domain/accounts/notifications/notification.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { makeContext } from '../support/installation/context.ts';

const MINUTE_MS = 60_000;

let accountId: number;
beforeEach(async () => {
  ({ id: accountId } = await makeAccount());
});

interface Attempt {
  outcome: 'success' | 'failed';
  device: string;
  minute: number;
}

/** Records a sign-in attempt that is made the given number of minutes from now. */
const attempt = ({ outcome, device, minute }: Attempt, of = accountId): Promise<void> => {
  const now = () => Date.now() + minute * MINUTE_MS;
  return recordAttempt({ ...makeContext(), now }, of, { method: 'password', outcome, device });
};

const historyOf = (of = accountId) => listLoginHistory(makeContext(), of, 1_000);

describe('the history of sign-ins', () => {
  it('keeps the latest 30 sign-ins', async () => {
    for (let minute = 0; minute < 35; minute += 1)
      await attempt({ outcome: 'success', device: 'Firefox, Linux', minute });
    const kept = await historyOf();
    expect(kept).toHaveLength(30);
    expect((kept.at(0)?.atMs ?? 0) - (kept.at(-1)?.atMs ?? 0)).toBeLessThan(30 * MINUTE_MS);
  });

  it('does not lose a sign-in to any number of wrong guesses: it keeps 30 of these', async () => {
    await attempt({ outcome: 'success', device: 'Firefox, Linux', minute: 0 });
    for (let minute = 1; minute <= 40; minute += 1)
      await attempt({ outcome: 'failed', device: 'curl', minute });
    const kept = await historyOf();
    expect(kept.filter(({ outcome }) => outcome === 'success')).toHaveLength(1);
    expect(kept.filter(({ outcome }) => outcome === 'failed')).toHaveLength(30);
  });

  it('still knows a device whose last sign-in is no longer among the latest', async () => {
    await attempt({ outcome: 'success', device: 'Safari, iPad', minute: 0 });
    for (let minute = 1; minute <= 40; minute += 1)
      await attempt({ outcome: 'success', device: 'Firefox, Linux', minute });
    const visitor = { device: 'Safari, iPad' };
    expect(await recogniseVisitor(makeContext(), { accountId }, visitor)).toBe('known');
    expect(await historyOf()).toHaveLength(31);
  });

  it('leaves the history of other accounts as it is', async () => {
    const other = await makeAccount();
    await attempt({ outcome: 'success', device: 'Firefox, Linux', minute: 0 }, other.id);
    for (let minute = 1; minute <= 35; minute += 1)
      await attempt({ outcome: 'success', device: 'Firefox, Linux', minute });
    expect(await historyOf(other.id)).toHaveLength(1);
  });

  it('stays within the bound when sign-ins are written at the same time', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, minute) =>
        attempt({ outcome: 'success', device: 'Firefox, Linux', minute }),
      ),
    );
    expect(await historyOf()).toHaveLength(30);
  });
});

describe('the notifications of an account', () => {
  const notify = (type: string, count: number) =>
    env.DB.batch(
      Array.from({ length: count }, (_, at) =>
        env.DB.prepare(
          "INSERT INTO notifications (account_id, type, details, created_at_ms) VALUES (?, ?, '{}', ?)",
        ).bind(accountId, type, at),
      ),
    );
  const kept = () => listNotifications(makeContext(), accountId, 1_000);

  it('are the latest 50', async () => {
    await notify('new_device', 60);
    expect((await kept()).map(({ createdAtMs }) => createdAtMs)).toEqual(
      Array.from({ length: 50 }, (_, at) => 59 - at),
    );
  });

  it('are not pushed out by lockouts, which anybody who knows the address can cause', async () => {
    await notify('password_changed', 1);
    await notify('sign_in_locked', 60);
    const types = (await kept()).map(({ type }) => type);
    expect(types.filter((type) => type === 'password_changed')).toHaveLength(1);
    expect(types.filter((type) => type === 'sign_in_locked')).toHaveLength(50);
  });
});
