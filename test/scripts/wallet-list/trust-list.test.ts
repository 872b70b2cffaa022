// Trust lists as specified in ETSI TS 119 612 (D-150): who signed them, and which of their
// certificates become anchors.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, verifyList } from '../../../scripts/wallet-list/signature.ts';
import { readTrustList } from '../../../scripts/wallet-list/trust-list.ts';
import {
  GRANTED,
  type ListSigner,
  listXml,
  type ListWish,
  makeListSigner,
  PAA,
  sign,
} from './lists.ts';

const NOW_MS = Date.parse('2026-11-28T12:00:00Z');
const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const COMMISSION = fileOf('av-etsi-trusted-list.xml');
const FOREIGN = fileOf('signed-by-xmlsec1.xml');

const read = (wish: ListWish = {}) => readTrustList(parse(listXml(wish)), NOW_MS);

describe('a signature', () => {
  let signer: ListSigner;
  let signed: string;
  beforeAll(async () => {
    signer = await makeListSigner();
    signed = sign(listXml(), signer);
  });

  test('by xmlsec1, with the transform that the Commission uses, verifies', () => {
    const { signer: found, document } = verifyList(FOREIGN);
    expect(found.subject).toBe('C=UT, O=Quarry, CN=Quarry List Signer');
    expect(readTrustList(parse(document), NOW_MS)).toMatchObject({
      name: 'AVTL UT',
      sequenceNumber: 3,
      issuers: [{ name: 'Quarry Age', certificate: 'AAAA' }],
      others: [],
    });
  });

  test('over the whole document, with the enveloped transform, verifies', () => {
    expect(verifyList(signed).signer.sha256).toBe(signer.sha256);
    expect(verifyList(signed).document).not.toContain('Signature');
  });

  test.each<[string, (xml: string) => string]>([
    ['with a letter changed', (xml) => xml.replace('Quarry Age', 'Quarry Agf')],
    ['with a service more', (xml) => xml.replace(/(<TSPService>[\s\S]*<\/TSPService>)/, '$1$1')],
    ['with a blank more', (xml) => xml.replace('</SchemeInformation>', ' </SchemeInformation>')],
    ['with its value changed', (xml) => xml.replace(/(<ds:SignatureValue[^>]*>)../, '$1AA')],
  ])('with %s does not verify', (_, change) => {
    for (const xml of [signed, FOREIGN]) {
      const changed = change(xml);
      expect(changed).not.toBe(xml);
      expect(() => verifyList(changed)).toThrow('does not verify');
    }
  });

  test.each<[string, (xml: string) => string, string]>([
    ['none', () => listXml(), 'not signed'],
    ['none of the root', (xml) => `<a>${xml.replace(/<\?.*\?>/, '')}</a>`, 'not signed'],
    [
      'two',
      (xml) => xml.replace(/(<ds:Signature [\s\S]*<\/ds:Signature>)/, '$1$1'),
      'several signatures',
    ],
    ['one over a part', (xml) => xml.replace('URI=""', 'URI="#x"'), 'not over the whole'],
    [
      'one over a file',
      (xml) => xml.replace('</ds:SignedInfo>', '<ds:Reference URI="file:///x"/></ds:SignedInfo>'),
      'outside of it',
    ],
    [
      'a transform that could leave something out',
      (xml) =>
        xml.replace(
          '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
          '<ds:Transform Algorithm="http://www.w3.org/2002/06/xmldsig-filter2"><XPath xmlns="http://www.w3.org/2002/06/xmldsig-filter2" Filter="subtract">/descendant::ds:*</XPath></ds:Transform>',
        ),
      'transforms',
    ],
    ['SHA-1', (xml) => xml.replaceAll('xmldsig-more#rsa-sha256', '#rsa-sha1'), 'does not verify'],
    ['a document type', (xml) => xml.replace('?>', '?><!DOCTYPE a>'), 'document type'],
    ['no certificate', (xml) => xml.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, ''), 'no certificate'],
    ['no end', (xml) => xml.slice(0, -10), 'not XML'],
  ])('that is %s is refused', (_, change, says) => {
    expect(() => verifyList(change(signed))).toThrow(says);
  });

  test('is attributed to the certificate in it, whichever it is', async () => {
    const other = await makeListSigner();
    expect(verifyList(sign(listXml(), other)).signer.sha256).not.toBe(signer.sha256);
    expect(() => verifyList(sign(listXml(), other, signer.pem))).toThrow('does not verify');
  });
});

describe("the Commission's own sample", () => {
  test('does not verify, because it was re-indented after signing', () => {
    expect(() => verifyList(COMMISSION)).toThrow('does not verify');
  });

  test('is stale', () => {
    expect(() => readTrustList(parse(COMMISSION), NOW_MS)).toThrow('stale');
  });

  test('has seven certificates and no issuer', () => {
    expect(COMMISSION.match(/X509Certificate>/g)).toHaveLength(14);
    const then = readTrustList(parse(COMMISSION), Date.parse('2025-10-25T00:00:00Z'));
    expect(then).toMatchObject({ name: 'AVTL EU', issuers: [], others: [] });
  });
});

describe('a trust list', () => {
  test('yields the certificates of its services', () => {
    const services = [{ certificate: 'AA\n AA' }, { certificate: 'BBBB' }, { certificate: 'AAAA' }];
    expect(read({ services }).issuers).toEqual([
      { name: 'Quarry Age', certificate: 'AAAA' },
      { name: 'Quarry Age', certificate: 'BBBB' },
    ]);
  });

  test.each<[string, ListWish, string]>([
    [
      'of another type',
      { type: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric' },
      'not a list of issuers',
    ],
    ['of another version', { version: '4' }, 'version is 4'],
    ['of tomorrow', { issued: '2026-11-29T00:00:00Z' }, 'issue date is missing or in the future'],
    ['of no time', { issued: 'x' }, 'issue date is missing or in the future'],
    ['that is closed', { next: '' }, 'closed'],
    ['that is stale', { next: '<dateTime>2026-11-28T12:00:00Z</dateTime>' }, 'stale'],
  ])('%s is refused', (_, wish, says) => {
    expect(() => read(wish)).toThrow(says);
  });

  test('without services has no issuers', () => {
    expect(read({ services: [] })).toMatchObject({ issuers: [], others: [] });
  });

  test.each([
    ['of another type', { type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC' }, 'another type'],
    ['that is withdrawn', { status: GRANTED.replace('granted', 'withdrawn') }, 'status is'],
    ['without a status', { status: '' }, 'status is none'],
    ['whose status begins tomorrow', { since: '2026-11-29T00:00:00Z' }, 'has not begun'],
    ['without a certificate', { certificate: '' }, 'no certificate'],
  ])('ignores a service %s', (_, wish, says) => {
    const { issuers, others } = read({ services: [wish] });
    expect([issuers, others]).toEqual([[], [expect.stringContaining(says)]]);
  });

  test('ignores certificates of pointers, of its signers, and of a service’s history', () => {
    const identity =
      '<ServiceDigitalIdentity><DigitalId><X509Certificate>EEEE</X509Certificate></DigitalId></ServiceDigitalIdentity>';
    const information = `<ServiceInformation><ServiceTypeIdentifier>${PAA}</ServiceTypeIdentifier>${identity}<ServiceStatus>${GRANTED}</ServiceStatus><StatusStartingTime>2026-10-01T00:00:00Z</StatusStartingTime></ServiceInformation>`;
    const scheme = `<PointersToOtherTSL><OtherTSLPointer><ServiceDigitalIdentities>${identity}</ServiceDigitalIdentities>${information}</OtherTSLPointer></PointersToOtherTSL>`;
    const history = `<ServiceHistory><ServiceHistoryInstance>${identity}</ServiceHistoryInstance></ServiceHistory>`;
    expect(read({ scheme, services: [{ history }] }).issuers).toEqual([
      { name: 'Quarry Age', certificate: 'AAAA' },
    ]);
  });
});
