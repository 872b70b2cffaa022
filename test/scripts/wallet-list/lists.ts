// Trust lists for tests, signed with RSA, using xml-crypto.
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

const EU = 'http://ec.europa.eu/tools/lotl/av/TrstSvc';
export const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
export const PAA = `${EU}/Svctype/PAA`;

export interface ListSigner {
  /** The SHA-256 hash of the certificate, in lower-case hex. */
  sha256: string;
  pem: string;
  privateKey: string;
}

export async function makeListSigner(name = 'CN=Quarry List Signer'): Promise<ListSigner> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2049-01-01'),
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    sha256: createHash('sha256').update(Buffer.from(certificate.rawData)).digest('hex'),
    pem: certificate.toString('pem'),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----`,
  };
}

interface ServiceWish {
  certificate?: string;
  type?: string;
  status?: string;
  since?: string;
  /** XML of the service's history, inserted after ServiceInformation. */
  history?: string;
}

export interface ListWish {
  type?: string;
  version?: string;
  sequence?: number;
  issued?: string;
  next?: string;
  services?: ServiceWish[];
  /** XML to insert into SchemeInformation. */
  scheme?: string;
}

const service = ({
  certificate = 'AAAA',
  type = PAA,
  status = GRANTED,
  since,
  history = '',
}: ServiceWish) => `
  <TSPService><ServiceInformation>
    <ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>
    <ServiceName><Name xml:lang="de">Steinbruch</Name><Name xml:lang="en">Quarry Age</Name></ServiceName>
    <ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity>
    <ServiceStatus>${status}</ServiceStatus>
    <StatusStartingTime>${since ?? '2026-10-01T00:00:00Z'}</StatusStartingTime>
  </ServiceInformation>${history}</TSPService>`;

export function listXml({
  type = `${EU}/TrustedList/TSLType/AVTL`,
  version = '6',
  sequence = 3,
  issued = '2026-11-01T00:00:00Z',
  next = '<dateTime>2027-05-01T00:00:00Z</dateTime>',
  services = [{}],
  scheme = '',
}: ListWish = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" TSLTag="http://uri.etsi.org/19612/TSLTag"><SchemeInformation>
  <TSLVersionIdentifier>${version}</TSLVersionIdentifier><TSLSequenceNumber>${sequence}</TSLSequenceNumber><TSLType>${type}</TSLType>
  <SchemeTerritory>UT</SchemeTerritory>${scheme}<ListIssueDateTime>${issued}</ListIssueDateTime><NextUpdate>${next}</NextUpdate>
</SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPServices>${services.map(service).join('')}
</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`;
}

/**
 * Signs the whole document and includes a certificate.
 * @param certificate the certificate to include, by default the signer's own
 */
export function sign(xml: string, { pem, privateKey }: ListSigner, certificate = pem): string {
  const library = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  library.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  library.computeSignature(xml, { prefix: 'ds' });
  return library.getSignedXml();
}
