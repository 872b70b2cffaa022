// The year in which a person reaches the next age threshold, according to a document (D-163).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodeObjectId } from '../../../../src/crypto/capability-token.ts';
import { startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SessionRecord } from '../../../../src/domain/verification/rules/session/session.ts';
import { makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { DocumentVisit, reads } from '../../../support/visitor/scripted-documents.ts';

const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/** Returns a finished document check of a person who turns `age` next year. */
async function passed(fields: object, age: number): Promise<DocumentVisit> {
  const visit = await DocumentVisit.atDocument({ verification_mode: 'document', ...fields });
  visit.documents.setReading(reads({ birthDate: `${NEXT_YEAR - age}-12-31` }));
  expect((await visit.show()).body.data.status).toBe('success');
  return visit;
}

const yearIn = ({ edge: { browser } }: DocumentVisit) => {
  const { VERIFICATION_SESSION: sessions } = env;
  const id = sessions.idFromString(decodeObjectId(browser.sessionId) ?? '');
  return runInDurableObject(
    sessions.get(id),
    (_object, { storage }) => storage.kv.get<SessionRecord>('session')!.visitor.nextBracketYear,
  );
};

describe('the year of the next threshold', () => {
  it('is stored in the account that keeps the age', async () => {
    const visit = await passed({ min_age: 18 }, 21);
    const { browser } = visit.edge;
    const account = await makeAccount();
    const started = (await startSession(makeContext(), account, { amr: ['pwd'], ...VISITOR }))!;
    browser.setCookie('agate-account', started.cookie);
    expect((await browser.step('account/keep')).status).toBe(200);
    const row = await env.DB.prepare('SELECT * FROM verified_ages WHERE account_id = ?')
      .bind(account.id)
      .first();
    expect(row).toMatchObject({ level: 'document', next_bracket_year: NEXT_YEAR });
  });

  it.each([
    [
      'no check of age, which no account keeps',
      { purpose: 'id_verification', min_age: undefined },
      21,
    ],
    ['a person who reaches none soon', { min_age: 18 }, 23],
  ])('is not kept for %s', async (_what, fields, age) => {
    expect(await yearIn(await passed(fields, age))).toBeUndefined();
  });
});
