import { expect, test } from 'vitest';
import { PASSWORD_COST } from '../../src/crypto/password-cost.ts';
import { checkPassword, hashPassword } from '../../src/crypto/password.ts';

test('accepts the password that was hashed and no other', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(await checkPassword('correct horse battery', stored)).toEqual({
    ok: true,
    outdated: false,
  });
  expect(await checkPassword('Correct horse battery', stored)).toEqual({ ok: false });
  expect(await checkPassword('', stored)).toEqual({ ok: false });
});

test('hashes the same password differently each time, and stores its parameters (D-42)', async () => {
  const [one, two] = await Promise.all([hashPassword('same words'), hashPassword('same words')]);
  expect(one).not.toBe(two);
  const { N, r, p } = PASSWORD_COST;
  expect(one.startsWith(`scrypt$${N}$${r}$${p}$`)).toBe(true);
  expect(one).toMatch(/\$[\w-]{22}\$[\w-]{43}$/);
});

test('treats two Unicode spellings of one text as the same password (RFC 8265 4.2)', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  expect(await checkPassword('cafe\u0301 au lait', stored)).toMatchObject({ ok: true });
});

test('reports a hash with another cost', async () => {
  const stored =
    'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$2gV1Saq1veWCmUrAr3eg1d3SuEa-b__BbFvqkR85zk4';
  expect(await checkPassword('old password', stored)).toEqual({ ok: true, outdated: true });
});

test('fails for an unknown account', async () => {
  expect(await checkPassword('anything', undefined)).toEqual({ ok: false });
});
