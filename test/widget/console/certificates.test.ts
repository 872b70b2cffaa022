// Certificates of wallet issuers in the operators' console: what is accepted as pasted text or as a
// file, and how the expiry of certificates is shown.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  stateOfAnchor,
  typesThatEnd,
} from '../../../widget/console/admin/pages/wallets/anchor-end.ts';
import {
  certificateIn,
  textOfFile,
} from '../../../widget/console/admin/pages/wallets/certificate-text.ts';

/** A certificate for CN=Quarry Authority, valid until the end of 2049. */
const DER =
  'MIIBYzCCAQigAwIBAgIBAjAKBggqhkjOPQQDAjAoMRkwFwYDVQQDExBRdWFycnkgQXV0aG9yaXR5MQswCQYDVQQGEwJVVDAeFw0yNjAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMCgxGTAXBgNVBAMTEFF1YXJyeSBBdXRob3JpdHkxCzAJBgNVBAYTAlVUMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHQJPCpw5g+dogBQ6wT74dwDRMt+TsdYF6AMJYz4BMUP7+lQuPxRcnLSUNeth2ILtsOt6SY3Mo5R3XBXyhPrrtaMjMCEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSQAwRgIhAN1DjvC0OFEOZ6oY63QLa7AK8NIwbhg1xbwP/cNHWGkaAiEApeUQW3Cqj23IxolkGrDgowz1fzC8/43TD4FQjcdv2lU=';
const PEM = `-----BEGIN CERTIFICATE-----\n${DER.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const keyAs = (type: 'pkcs8' | 'sec1', rest = {}) => ({
  pem: String(privateKey.export({ type, format: 'pem', ...rest } as never)),
  der: new Uint8Array(privateKey.export({ type, format: 'der', ...rest } as never) as never),
});
const locked = keyAs('pkcs8', { cipher: 'aes-128-cbc', passphrase: 'walnut' });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
/** The beginning of a PKCS #12 store: a sequence and the version number 3 (RFC 7292 4). */
const STORE = Uint8Array.of(0x30, 0x82, 0x02, 0x10, 0x02, 0x01, 0x03, 0x30, 0x82, 0x01, 0xd0);

describe('a pasted certificate', () => {
  test.each([
    ['PEM', PEM, PEM],
    ['PEM below what tools print', `Certificate:\n    Data: …\n${PEM}\n`, PEM],
    ['base64 of DER', `  ${DER}\n`, DER],
  ])('is accepted as %s', (_, text, certificate) => {
    expect(certificateIn(text)).toEqual({ certificate });
  });

  test.each([
    ['a key', keyAs('pkcs8').pem, 'key'],
    ['a key of OpenSSL', keyAs('sec1').pem, 'key'],
    ['a key with a password', locked.pem, 'key'],
    ['a key below its certificate', `${PEM}\n${keyAs('pkcs8').pem}`, 'key'],
    ['a key without its frame', base64(keyAs('pkcs8').der), 'key'],
    ['a store of keys', base64(STORE), 'key'],
    ['a chain', `${PEM}\n${PEM}`, 'several'],
    ['a key with a password, without its frame', base64(locked.der), 'none'],
    ['words', 'Quarry Authority', 'none'],
    ['letters that are no base64', 'MIIBY', 'none'],
    ['half a frame', PEM.slice(0, 90), 'none'],
  ])('is not found in %s', (_, text, fault) => {
    expect(certificateIn(text)).toEqual({ fault });
  });
});

describe('a certificate file', () => {
  test.each([
    ['PEM', bytesOf(PEM), PEM],
    ['DER', new Uint8Array(Buffer.from(DER, 'base64')), DER],
  ])('is read as %s', (_, bytes, text) => {
    expect(textOfFile(bytes)).toEqual({ text });
  });

  test.each([
    ['of a key', bytesOf(keyAs('pkcs8').pem), 'key'],
    ['of a key as DER', keyAs('sec1').der, 'key'],
    ['of a store', STORE, 'key'],
    ['that is empty', new Uint8Array(), 'none'],
    ['that is larger than any certificate', bytesOf(PEM + ' '.repeat(65_536)), 'none'],
  ])('%s is refused', (_, bytes, fault) => {
    expect(textOfFile(bytes)).toEqual({ fault });
  });
});

const NOW = Date.parse('2026-11-20T10:30:00Z');
const until = (not_after: string, ...doc_types: string[]) => ({
  id: doc_types.join(),
  not_after,
  doc_types,
});

test.each([
  ['2026-11-20T10:30:00Z', 'ended'],
  ['2026-11-20T10:30:01Z', 'soon'],
  ['2026-12-20T10:30:00Z', 'soon'],
  ['2026-12-20T10:30:01Z', 'valid'],
])('a certificate that expires at %s is %s', (end, state) => {
  expect(stateOfAnchor(until(end), NOW)).toBe(state);
});

describe('document types that lose their last certificate', () => {
  const LATER = '2030-01-01T00:00:00Z';
  const EARLIER = '2026-11-01T00:00:00Z';
  const removed = { ...until(LATER, 'mDL', 'pid'), id: 'removed' };

  test('are those without another certificate', () => {
    expect(typesThatEnd(removed, [removed, until(LATER, 'pid')], NOW)).toEqual(['mDL']);
    expect(typesThatEnd(removed, [removed], NOW)).toEqual(['mDL', 'pid']);
  });

  test('include types whose other certificate has expired', () => {
    expect(typesThatEnd(removed, [removed, until(EARLIER, 'mDL', 'pid')], NOW)).toEqual([
      'mDL',
      'pid',
    ]);
  });

  test('do not exist when the removed certificate had expired itself', () => {
    const ended = { ...removed, not_after: EARLIER };
    expect(typesThatEnd(ended, [ended], NOW)).toEqual([]);
  });
});
