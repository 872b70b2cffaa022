// Test cases for defects of an SD-JWT VC, by row and code of the table in D-146.
import type { WalletRefusal } from '../../../src/wallet/wallet-wire.ts';
import { makeSigner, NOW_MS } from '../../support/wallet/pki.ts';
import {
  readPart,
  type SdJwtDeviation,
  type SdJwtOrder,
  writePart,
} from '../../support/wallet/sd-jwt.ts';
import type { Case } from './cases.ts';

export interface SdJwtCase extends Pick<Case, 'by' | 'isForged' | 'says'> {
  order?: SdJwtOrder;
  deviation?: SdJwtDeviation;
}

const NOW_S = NOW_MS / 1000;
const DAY_S = 86_400;

/** Returns a function that alters one of the tilde-separated parts of an SD-JWT. */
const alterPart = (at: number, change: (part: string) => string) => (text: string) =>
  text
    .split('~')
    .map((part, n, { length }) => (n === (at < 0 ? length + at : at) ? change(part) : part))
    .join('~');
const alterJws = (at: number, change: (value: Record<string, unknown>) => object) =>
  alterPart(0, (jws) =>
    jws
      .split('.')
      .map((part, n) => (n === at ? writePart(change(readPart(part))) : part))
      .join('.'),
  );
const alterDisclosure = (change: (value: unknown[]) => unknown) =>
  alterPart(1, (part) => writePart(change(readPart(part) as unknown as unknown[])));

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const AGES = { age_equal_or_over: { _sd: ['16', '18', '21'] } };
const HIDDEN_FRAME = { _sd: ['given_name', 'birthdate'], ...AGES };

/** Cases by row and expected code, in the order of the table. */
export const SD_JWT_CASES: Record<string, Partial<Record<WalletRefusal, SdJwtCase>>> = {
  'row 3, no SD-JWT': {
    malformed: { deviation: { alterSigned: () => 'x' }, says: /not an SD-JWT/ },
  },
  'row 3, a JWT without a tilde': {
    malformed: {
      deviation: { alterSigned: (text) => text.split('~')[0] ?? '' },
      says: /not an SD-JWT/,
    },
  },
  'row 3, a header that has to be understood': {
    malformed: { order: { header: { crit: ['b64'] } }, says: /not an SD-JWT/ },
  },
  'row 3, another typ': {
    malformed: { order: { header: { typ: 'JWT' } }, says: /typ/ },
  },
  'row 3, another hash': {
    malformed: {
      order: { alterPayload: (payload) => (payload['_sd_alg'] = 'md5') },
      says: /_sd_alg/,
    },
  },
  'row 3, nested': {
    malformed: {
      order: {
        claims: { age_equal_or_over: nested(9) },
        frame: { _sd: ['given_name', 'birthdate'] },
      },
      says: /8 levels/,
    },
  },
  'row 3, a disclosure that is none': {
    malformed: {
      deviation: { alter: alterDisclosure(() => ({ name: 'x' })) },
      says: /disclosure is malformed/,
    },
  },
  'row 3, a disclosure twice': {
    malformed: {
      deviation: { alter: alterPart(1, (part) => `${part}~${part}`) },
      says: /disclosure appears twice/,
    },
  },
  'row 3, a digest twice': {
    malformed: {
      order: {
        alterPayload: (payload) => {
          const digests = payload['_sd'] as string[];
          digests.push(...digests.slice(0, 1));
        },
      },
      says: /digest is malformed or appears twice/,
    },
  },
  'row 3, a claim in the open and as a disclosure': {
    malformed: {
      order: {
        alterPayload: ({ age_equal_or_over: ages }) => ((ages as { 18?: boolean })[18] = true),
      },
      says: /claim appears twice/,
    },
  },
  'row 4, another type': {
    other_document: { order: { claims: { vct: 'example:library' } }, says: /vct/ },
  },
  'row 4, the type of another country': {
    other_document: { order: { claims: { vct: 'urn:eudi:pid:1' } }, says: /vct/ },
  },
  'row 5, a birth date beside it': {
    over_disclosed: {
      deviation: { show: { birthdate: true, age_equal_or_over: { 18: true } } },
      says: /discloses birthdate/,
    },
  },
  'row 5, a birth date in its place': {
    over_disclosed: { deviation: { show: { birthdate: true } }, says: /discloses birthdate/ },
  },
  'row 5, a birth date that is always there': {
    over_disclosed: {
      order: { frame: { _sd: ['given_name'], ...AGES } },
      says: /discloses birthdate/,
    },
  },
  'row 5, a number that is always there': {
    over_disclosed: { order: { claims: { sub: 'ada' } }, says: /discloses sub/ },
  },
  'row 5, another age': {
    over_disclosed: {
      deviation: { show: { age_equal_or_over: { 21: true } } },
      says: /age_equal_or_over\.21/,
    },
  },
  'row 5, all ages': {
    over_disclosed: {
      order: { frame: { _sd: ['given_name', 'birthdate'] } },
      says: /age_equal_or_over\.(16|21)/,
    },
  },
  'row 5, a claim of the same spelling': {
    over_disclosed: {
      order: {
        claims: { 'age_equal_or_over.18': true, age_equal_or_over: undefined },
        frame: { _sd: ['given_name', 'birthdate'] },
      },
      deviation: { show: {} },
      says: /discloses age_equal_or_over\.18/,
    },
  },
  'row 5, what is below the one': {
    over_disclosed: {
      order: { claims: { age_equal_or_over: { 18: { day: 1 } } }, frame: HIDDEN_FRAME },
      says: /18\.day/,
    },
  },
  'row 5, an entry of a list': {
    over_disclosed: {
      order: {
        claims: { nationalities: ['UT'] },
        frame: { ...HIDDEN_FRAME, nationalities: { _sd: [0] } },
      },
      deviation: { show: { nationalities: { 0: true }, age_equal_or_over: { 18: true } } },
      says: /array element/,
    },
  },
  'row 5, a claim with nothing to read in it': {
    over_disclosed: {
      order: {
        claims: { address: { region: 'U' } },
        frame: {
          ...HIDDEN_FRAME,
          _sd: ['given_name', 'birthdate', 'address'],
          address: { _sd: ['region'] },
        },
      },
      deviation: { show: { address: true, age_equal_or_over: { 18: true } } },
      says: /discloses address/,
    },
  },
  'row 5, a claim of the credential that nobody asked for': {
    over_disclosed: {
      order: { frame: { ...HIDDEN_FRAME, _sd: ['given_name', 'birthdate', 'issuing_country'] } },
      deviation: { show: { issuing_country: true, age_equal_or_over: { 18: true } } },
      says: /discloses issuing_country/,
    },
  },
  'row 5, nothing': {
    under_disclosed: { deviation: { show: {} }, says: /does not disclose/ },
  },
  'row 5, a text instead of true': {
    malformed: {
      order: { claims: { age_equal_or_over: { 18: 'yes' } }, frame: HIDDEN_FRAME },
      says: /neither true nor false/,
    },
  },
  'row 6, no certificate': {
    untrusted_issuer: { order: { header: { x5c: undefined } }, says: /x5c/ },
  },
  'row 6, what is no certificate': {
    untrusted_issuer: { order: { header: { x5c: ['MIIB'] } }, says: /x5c/ },
  },
  'row 6, a text instead of the list': {
    untrusted_issuer: { order: { header: { x5c: 'MIIB' } }, says: /x5c/ },
  },
  'row 6, a key beside no certificate': {
    untrusted_issuer: {
      order: { header: { x5c: undefined, jwk: { kty: 'EC' }, kid: 'did:example:1' } },
      says: /x5c/,
    },
  },
  'row 6, the usage of mail': {
    wrong_usage: {
      by: async ({ authority }) => ({
        signer: await makeSigner(authority, { usages: ['1.3.6.1.5.5.7.3.4'] }),
      }),
      says: /unrelated extended key usage/,
    },
  },
  'row 7, a signature of another signer': {
    bad_signature: { isForged: true, says: /not signed/ },
  },
  'row 7, no algorithm': {
    bad_signature: {
      order: { alterPayload: (_, header) => (header.alg = 'none') },
      says: /not signed/,
    },
  },
  'row 7, the algorithm of another key': {
    bad_signature: {
      order: { alterPayload: (_, header) => (header.alg = 'ES384') },
      says: /not signed/,
    },
  },
  'row 7, a value that was changed': {
    bad_signature: {
      order: { claims: { age_equal_or_over: { 18: false } }, frame: HIDDEN_FRAME },
      deviation: { alter: alterDisclosure(([salt, name]) => [salt, name, true]) },
      says: /digest/,
    },
  },
  'row 7, a claim of one’s own': {
    bad_signature: {
      deviation: {
        show: {},
        alter: (text) => `${text}${writePart(['salt', '18', true])}~`,
      },
      says: /digest/,
    },
  },
  'row 7, a payload that was changed': {
    bad_signature: {
      deviation: { alter: alterJws(1, (payload) => ({ ...payload, exp: NOW_S + 99 * DAY_S })) },
      says: /not signed/,
    },
  },
  'row 7, not valid any more': {
    expired: { order: { claims: { exp: NOW_S - 121 } }, says: /expired/ },
  },
  'row 7, not valid yet': {
    not_yet_valid: { order: { claims: { nbf: NOW_S + 121 } }, says: /yet/ },
  },
  'row 7, issued tomorrow': {
    not_yet_valid: { order: { claims: { iat: NOW_S + 121 } }, says: /yet/ },
  },
  'row 7, a time that is none': {
    malformed: {
      order: { alterPayload: (payload) => (payload.exp = '2030-01-01') },
      says: /claim exp is not a time/,
    },
  },
  'row 7, signed before its signer was certified': {
    certificate_expired: {
      order: { claims: { iat: NOW_S - 400 * DAY_S } },
      says: /outside the validity/,
    },
  },
  'row 8, no signature of the wallet': {
    not_for_us: { deviation: { isUnsigned: true }, says: /no key binding/ },
  },
  'row 8, a signature of another key': {
    not_for_us: {
      deviation: {
        key: {
          kty: 'EC',
          crv: 'P-256',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
        },
      },
      says: /key in cnf/,
    },
  },
  'row 8, no key': {
    not_for_us: { order: { claims: { cnf: undefined } }, says: /cnf/ },
  },
  'row 8, a key of another kind': {
    not_for_us: {
      order: { claims: { cnf: { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' } } } },
      says: /cnf/,
    },
  },
  'row 8, a key that is named elsewhere': {
    not_for_us: { order: { claims: { cnf: { kid: 'did:example:1' } } }, says: /cnf/ },
  },
  'row 8, another typ': {
    not_for_us: { deviation: { header: { typ: 'JWT' } }, says: /typ/ },
  },
  'row 8, another nonce': {
    not_for_us: { deviation: { nonce: 'b3RoZXI' }, says: /nonce/ },
  },
  'row 8, several addressees': {
    not_for_us: { deviation: { claims: { aud: ['redirect_uri:x', 'y'] } }, says: /aud/ },
  },
  'row 8, the hash of another presentation': {
    not_for_us: { deviation: { claims: { sd_hash: 'AAAA' } }, says: /sd_hash/ },
  },
  'row 8, a disclosure taken away after it was signed': {
    not_for_us: {
      order: {
        frame: { _sd: ['given_name', 'birthdate'], age_equal_or_over: { _sd: ['18', '16', '21'] } },
      },
      deviation: {
        show: { given_name: true, age_equal_or_over: { 18: true } },
        alterSigned: (text) =>
          text
            .split('~')
            .filter((part, n) => n === 0 || part.includes('.') || !isName(part))
            .join('~'),
      },
      says: /sd_hash/,
    },
  },
  'row 8, signed before the offer': {
    not_for_us: { deviation: { iatS: NOW_S - 121 }, says: /lifetime of this offer/ },
  },
  'row 8, signed tomorrow': {
    not_for_us: { deviation: { iatS: NOW_S + 121 }, says: /lifetime of this offer/ },
  },
  'row 8, signed at no time': {
    not_for_us: { deviation: { claims: { iat: undefined } }, says: /lifetime of this offer/ },
  },
};

const isName = (part: string): boolean =>
  (readPart(part) as unknown as unknown[])[1] === 'given_name';
