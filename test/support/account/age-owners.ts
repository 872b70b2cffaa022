// Accounts with or without a verified age, and checks that pass without a camera.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import type { SessionReason } from '../../../src/domain/verification/rules/session/reasons.ts';
import { makeAccount, VISITOR } from './accounts.ts';
import { keepAge } from './ages.ts';
import type { TestContext } from '../installation/context.ts';

export interface Person extends SignIn {
  cookie: string;
}

export async function signedIn(
  ctx: TestContext,
  bracket?: AgeBracket,
  shown: Parameters<typeof keepAge>[2] = {},
): Promise<Person> {
  const account = await makeAccount();
  if (bracket !== undefined) await keepAge(account, bracket, shown);
  const started = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  return { account, ...started };
}

/** The result of a check that is recorded without being run. */
interface PassedCheck extends Partial<Pick<SessionRecord, 'checks' | 'state'>> {
  metThreshold?: number;
  reason?: SessionReason;
}

/** Records a check as passed now, without running it. */
export async function pass(
  objectId: string,
  nowMs = Date.now(),
  { metThreshold, reason, ...also }: PassedCheck = {},
): Promise<void> {
  const { VERIFICATION_SESSION: sessions } = env;
  await runInDurableObject(sessions.get(sessions.idFromString(objectId)), (_object, state) => {
    const record = state.storage.kv.get<SessionRecord>('session')!;
    const { steps } = record;
    const age = { ...steps.age, ...(metThreshold !== undefined && { metThreshold }) };
    state.storage.kv.put('session', {
      ...record,
      state: { status: 'success' },
      checks: { liveness: true, age: true },
      steps: { ...steps, age },
      end: { atMs: nowMs, ...(reason !== undefined && { reason }) },
      ...also,
    } satisfies SessionRecord);
  });
}
