// Test cases for defects of a wallet's response, by row and code of the table in D-146.
import { cborEncode, DataItem } from '@owf/mdoc';
import { KeyUsageFlags } from '@peculiar/x509';
import { expect } from 'vitest';
import type { TrustAnchor, WalletRefusal } from '../../../src/wallet/wallet-wire.ts';
import type { Order } from '../../support/wallet/issuer.ts';
import {
  anchorOf,
  type Certified,
  certify,
  makeAuthority,
  makeSigner,
  NOW_MS,
} from '../../support/wallet/pki.ts';
import { alterItem, documentOf, part } from '../../support/wallet/alter.ts';
import type { Deviation } from '../../support/wallet/wallet.ts';
import { there } from './there.ts';

const DAY_MS = 86_400_000;

/** The certificates that tests trust. */
interface Trusted {
  authority: Certified;
  /** The signer that the authority certified. */
  signer: Certified;
}

export interface Case {
  order?: Order;
  by?: (
    from: Trusted,
  ) => Promise<{ signer: Certified; above?: Certified[]; anchors?: TrustAnchor[] }>;
  deviation?: Deviation;
  /** Whether the credential is signed by a different signer of the same authority. */
  isForged?: boolean;
  /** A pattern that the message for developers must match. */
  says: RegExp;
}

/** Replaces a string in the payload that the issuer has signed. */
function alterSecurityObject(response: Map<string, unknown>, from: string, to: string) {
  const issuerAuth = documentOf(response).get('issuerSigned') as Map<string, Uint8Array[]>;
  const sign1 = there(issuerAuth.get('issuerAuth'));
  const text = Buffer.from(there(sign1[2])).toString('latin1');
  expect(text).toContain(from);
  sign1[2] = new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'));
}

const authorityBy = (by: Certified, wanted: Parameters<typeof makeAuthority>[0] = {}) =>
  makeAuthority({ name: 'CN=Quarry Middle,C=UT', by, ...wanted });

/** Cases by row and expected code, in the order of the table. */
export const CASES: Record<string, Partial<Record<WalletRefusal, Case>>> = {
  'row 3, CBOR': {
    malformed: { deviation: { alterBytes: () => new Uint8Array(9) }, says: /bytes after the end/ },
  },
  'row 3, nested': {
    malformed: {
      deviation: { alterBytes: () => new Uint8Array(20_000).fill(0x81) },
      says: /32 levels deep/,
    },
  },
  'row 3, version': {
    malformed: { deviation: { alter: (map) => map.set('version', '2.0') }, says: /version/ },
  },
  'row 3, status': {
    malformed: { deviation: { alter: (map) => map.set('status', 10) }, says: /status.* 10/ },
  },
  'row 4, none': {
    no_document: { deviation: { alter: (map) => map.delete('documents') }, says: /no documents/ },
  },
  'row 4, an empty list': {
    no_document: { deviation: { alter: (map) => map.set('documents', []) }, says: /no documents/ },
  },
  'row 4, a proof of zero knowledge in its place': {
    no_document: {
      deviation: {
        alter: (map) => {
          map.set('zkDocuments', [documentOf(map)]);
          map.delete('documents');
        },
      },
      says: /no documents/,
    },
  },
  'row 4, two': {
    other_document: {
      deviation: {
        alter: (map) => map.set('documents', [documentOf(map), documentOf(map)]),
      },
      says: /several/,
    },
  },
  'row 4, another type': {
    other_document: { order: { docType: 'example.library' }, says: /not of type eu\.europa/ },
  },
  'row 5, a birth date beside it': {
    over_disclosed: {
      order: { claims: { age_over_18: true, birth_date: '2001-01-01' } },
      deviation: { elements: ['age_over_18', 'birth_date'] },
      says: /more than the one/,
    },
  },
  'row 5, a birth date in its place': {
    over_disclosed: {
      order: { claims: { birth_date: '2001-01-01' } },
      deviation: { elements: ['birth_date'] },
      says: /not age_over_18/,
    },
  },
  'row 5, another age': {
    over_disclosed: {
      order: { claims: { age_over_21: true } },
      deviation: { elements: ['age_over_21'] },
      says: /not age_over_18/,
    },
  },
  'row 5, another name space': {
    over_disclosed: { order: { namespace: 'example.library' }, says: /not age_over_18/ },
  },
  'row 5, what the device says by itself': {
    over_disclosed: {
      deviation: {
        alter: (map) =>
          part(documentOf(map), 'deviceSigned').set(
            'nameSpaces',
            DataItem.fromData(new Map([['example', new Map([['name', 'Ada']])]])),
          ),
      },
      says: /device-signed elements/,
    },
  },
  'row 5, nothing': {
    under_disclosed: {
      deviation: {
        alter: (map) => part(documentOf(map), 'issuerSigned').set('nameSpaces', new Map()),
      },
      says: /no element/,
    },
  },
  'row 5, no name spaces': {
    under_disclosed: {
      deviation: { alter: (map) => part(documentOf(map), 'issuerSigned').delete('nameSpaces') },
      says: /no element/,
    },
  },
  'row 5, a text instead of true': {
    malformed: {
      deviation: { alter: (map) => alterItem(map, (item) => item.set('elementValue', 'yes')) },
      says: /neither true nor false/,
    },
  },
  'row 6, no anchor': {
    untrusted_issuer: {
      by: async (from) => ({ signer: from.signer, anchors: [] }),
      says: /No trust anchor/,
    },
  },
  'row 6, an anchor of another type of document': {
    untrusted_issuer: {
      by: async (from) => ({
        signer: from.signer,
        anchors: [anchorOf(from.authority, ['org.iso.18013.5.1.mDL'])],
      }),
      says: /No trust anchor/,
    },
  },
  'row 6, a forged authority of the same name': {
    untrusted_issuer: {
      by: async () => ({ signer: await makeSigner(await makeAuthority()) }),
      says: /another key/,
    },
  },
  'row 6, the forged authority in the chain': {
    untrusted_issuer: {
      by: async () => {
        const forged = await makeAuthority();
        return { signer: await makeSigner(forged), above: [forged] };
      },
      says: /another key/,
    },
  },
  'row 6, a leaf under a leaf': {
    untrusted_issuer: {
      by: async (from) => ({
        signer: await makeSigner(from.signer, { name: 'CN=Rogue' }),
        above: [from.signer],
      }),
      says: /not a certification authority/,
    },
  },
  'row 6, a signer as the anchor of another one': {
    untrusted_issuer: {
      by: async (from) => ({
        signer: await makeSigner(from.signer, { name: 'CN=Rogue' }),
        anchors: [anchorOf(from.signer)],
      }),
      says: /not a certification authority/,
    },
  },
  'row 6, an authority that may not sign certificates': {
    untrusted_issuer: {
      by: async (from) => {
        const above = await authorityBy(from.authority, { flags: KeyUsageFlags.nonRepudiation });
        return { signer: await makeSigner(above), above: [above] };
      },
      says: /not a certification authority/,
    },
  },
  'row 6, one without the flag of an authority': {
    untrusted_issuer: {
      by: async (from) => {
        const above = await authorityBy(from.authority, { isAuthority: false });
        return { signer: await makeSigner(above), above: [above] };
      },
      says: /not a certification authority/,
    },
  },
  'row 6, more authorities than the anchor allows': {
    untrusted_issuer: {
      by: async () => {
        const top = await makeAuthority({ pathLength: 0 });
        const above = await authorityBy(top);
        return { signer: await makeSigner(above), above: [above], anchors: [anchorOf(top)] };
      },
      says: /at most 0 authorities below/,
    },
  },
  'row 6, a chain of four': {
    untrusted_issuer: {
      by: async (from) => ({
        signer: from.signer,
        above: [from.authority, from.authority, from.authority],
      }),
      says: /one to three/,
    },
  },
  'row 6, a chain that does not hang together': {
    untrusted_issuer: {
      by: async (from) => ({ signer: from.signer, above: [await authorityBy(from.authority)] }),
      says: /not issued/,
    },
  },
  'row 6, the usage of websites': {
    wrong_usage: {
      by: async (from) => ({
        signer: await makeSigner(from.authority, { usages: ['1.3.6.1.5.5.7.3.1'] }),
      }),
      says: /1\.3\.130\.2\.0\.0\.1\.2/,
    },
  },
  'row 6, the usage of another credential': {
    wrong_usage: {
      by: async (from) => ({
        signer: await makeSigner(from.authority, { usages: ['1.0.18013.5.1.2'] }),
      }),
      says: /1\.3\.130\.2\.0\.0\.1\.2/,
    },
  },
  'row 6, no key usage for data': {
    wrong_usage: {
      by: async (from) => ({
        signer: await makeSigner(from.authority, { flags: KeyUsageFlags.nonRepudiation }),
      }),
      says: /digitalSignature/,
    },
  },
  'row 6, no extension at all': {
    wrong_usage: {
      by: async (from) => ({ signer: await certify({ by: from.authority }) }),
      says: /digitalSignature/,
    },
  },
  'row 6, an authority as signer': {
    wrong_usage: {
      by: async (from) => ({ signer: await makeSigner(from.authority, { isAuthority: true }) }),
      says: /certification authority/,
    },
  },
  'row 6, a signer past its end': {
    certificate_expired: {
      by: async (from) => ({
        signer: await makeSigner(from.authority, { notAfter: new Date(NOW_MS - 1000) }),
      }),
      says: /CN=Quarry Signer, C=UT is not valid today/,
    },
  },
  'row 6, an anchor past its end': {
    certificate_expired: {
      by: async () => {
        const old = await makeAuthority({ notAfter: new Date(NOW_MS - 1000) });
        return { signer: await makeSigner(old), anchors: [anchorOf(old)] };
      },
      says: /CN=Quarry Authority, C=UT is not valid today/,
    },
  },
  'row 6, a signer before its time': {
    certificate_expired: {
      by: async (from) => ({
        signer: await makeSigner(from.authority, { notBefore: new Date(NOW_MS + 1000) }),
      }),
      says: /not valid today/,
    },
  },
  'row 7, a signature of somebody else': {
    bad_signature: {
      isForged: true,
      says: /not signed/,
    },
  },
  'row 7, a value that was changed': {
    bad_signature: {
      order: { claims: { age_over_18: false } },
      deviation: { alter: (map) => alterItem(map, (item) => item.set('elementValue', true)) },
      says: /digest/,
    },
  },
  'row 7, the number of another digest': {
    bad_signature: {
      order: { claims: { age_over_18: true, age_over_21: false } },
      deviation: { alter: (map) => alterItem(map, (item) => item.set('digestID', 1)) },
      says: /digest/,
    },
  },
  'row 7, a security object that was changed': {
    bad_signature: {
      deviation: { alter: (map) => alterSecurityObject(map, '2026-12-28', '2027-12-28') },
      says: /not signed/,
    },
  },
  'row 7, a security object of another type of document': {
    bad_signature: {
      order: { docType: 'example.library' },
      deviation: { alter: (map) => documentOf(map).set('docType', 'eu.europa.ec.av.1') },
      says: /another type of document/,
    },
  },
  'row 7, not valid any more': {
    expired: {
      order: { validity: { validUntil: new Date(NOW_MS - 121_000) } },
      says: /expired/,
    },
  },
  'row 7, not valid yet': {
    not_yet_valid: {
      order: { validity: { validFrom: new Date(NOW_MS + 121_000) } },
      says: /yet/,
    },
  },
  'row 7, signed before its signer was certified': {
    certificate_expired: {
      order: { validity: { signed: new Date(NOW_MS - 400 * DAY_MS) } },
      says: /outside the validity/,
    },
  },
  'row 8, a MAC instead of the signature': {
    not_for_us: {
      deviation: {
        alter: (map) => {
          const auth = part(documentOf(map), 'deviceSigned', 'deviceAuth');
          auth.set('deviceMac', auth.get('deviceSignature'));
          auth.delete('deviceSignature');
        },
      },
      says: /MAC/,
    },
  },
  'row 8, a payload of its own': {
    not_for_us: {
      deviation: {
        alter: (map) => {
          const auth = part(documentOf(map), 'deviceSigned', 'deviceAuth');
          (auth.get('deviceSignature') as unknown[])[2] = cborEncode('x');
        },
      },
      says: /payload/,
    },
  },
};
