// The context that @owf/mdoc needs for issuing and presenting. It omits the parts needed for
// verification.
import type { MdocContext } from '@owf/mdoc';

const curveOf = (crv: unknown) =>
  crv === 'P-384'
    ? { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
    : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const no = (): never => {
  throw new Error('Tests only issue and present.');
};

export const mdocContext: MdocContext = {
  crypto: {
    digest: async ({ digestAlgorithm, bytes }) =>
      new Uint8Array(await crypto.subtle.digest(digestAlgorithm, new Uint8Array(bytes))),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    calculateEphemeralMacKey: no,
  },
  cose: {
    mac0: { sign: no, verify: no },
    sign1: {
      async sign({ key, toBeSigned }) {
        const { kty, crv, x, y, d } = key.jwk as Partial<Record<string, string>>;
        const algorithm = curveOf(crv);
        const jwk = { kty: kty ?? '', crv: crv ?? '', x: x ?? '', y: y ?? '', d: d ?? '' };
        const own = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
        const signature = await crypto.subtle.sign(algorithm, own, new Uint8Array(toBeSigned));
        return new Uint8Array(signature);
      },
      verify: no,
    },
  },
  x509: {
    getIssuerNameField: no,
    getPublicKey: no,
    verifyCertificateChain: no,
    getCertificateData: no,
  },
};
