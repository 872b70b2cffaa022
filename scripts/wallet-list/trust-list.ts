// Reads the issuers of age attestations from a trust list (ETSI TS 119 612). Pure. Only the
// certificates of services are used. The list also contains the certificates of its own signer and
// of the signers of the lists that it points to, but none of these issue attestations.
import { childrenOf, ListError, textOf } from './xml.ts';

const TSL = 'http://uri.etsi.org/02231/v2#';
const EU = 'http://ec.europa.eu/tools/lotl/av/TrstSvc';
const TYPE = `${EU}/TrustedList/TSLType/AVTL`;
/** The type of services that issue proof-of-age attestations. */
const SERVICE_TYPE = `${EU}/Svctype/PAA`;
/**
 * The status that a service must have: the URI of TS 119 612, 5.5.4, and its equivalent in the EU's
 * namespace.
 */
const GRANTED = [
  'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted',
  `${EU}/TrustedList/Svcstatus/granted`,
];
const VERSIONS = ['5', '6'];

export interface TrustList {
  /** The list's type and territory, such as `AVTL DE`. */
  name: string;
  sequenceNumber: number;
  issuedAtMs: number;
  nextUpdateMs: number;
  issuers: ListedIssuer[];
  /** One line for each service that is left out: its name and the reason. */
  others: string[];
}

interface ListedIssuer {
  /** The name of the service. */
  name: string;
  /** The certificate, as base64 of its DER. */
  certificate: string;
}

/**
 * @param root the root of the signed document
 * @throws ListError when the list is of a different type or not current
 */
export function readTrustList(root: Element, nowMs: number): TrustList {
  const scheme = one(root, 'SchemeInformation');
  if (root.localName !== 'TrustServiceStatusList' || scheme === undefined)
    throw new ListError('It is not a trust list of ETSI TS 119 612.');
  const version = textOf(one(scheme, 'TSLVersionIdentifier'));
  if (!VERSIONS.includes(version)) throw new ListError(`Its version is ${version || 'none'}.`);
  const type = textOf(one(scheme, 'TSLType'));
  if (type !== TYPE)
    throw new ListError(
      `It is not a list of issuers of age attestations, but ${type || 'of no type'}.`,
    );
  const territory = textOf(one(scheme, 'SchemeTerritory'));
  const sequence = textOf(one(scheme, 'TSLSequenceNumber'));
  if (!/^[A-Z]{2}$/.test(territory)) throw new ListError('It has no territory.');
  if (!/^\d{1,9}$/.test(sequence)) throw new ListError('It has no sequence number.');
  const issuedAtMs = timeIn(one(scheme, 'ListIssueDateTime'));
  const nextUpdateMs = timeIn(one(one(scheme, 'NextUpdate'), 'dateTime'));
  if (issuedAtMs === undefined || issuedAtMs > nowMs)
    throw new ListError('Its issue date is missing or in the future.');
  if (nextUpdateMs === undefined) throw new ListError('It is closed: it has no next update.');
  if (nextUpdateMs <= nowMs)
    throw new ListError(
      `It is stale: the next one was due ${new Date(nextUpdateMs).toISOString()}.`,
    );
  return {
    name: `AVTL ${territory}`,
    sequenceNumber: Number(sequence),
    issuedAtMs,
    nextUpdateMs,
    ...servicesOf(root, nowMs),
  };
}

function servicesOf(root: Element, nowMs: number): Pick<TrustList, 'issuers' | 'others'> {
  const issuers = new Map<string, ListedIssuer>();
  const others: string[] = [];
  const path = ['TrustServiceProviderList', 'TrustServiceProvider', 'TSPServices', 'TSPService'];
  const services = path.reduce(
    (found, name) => found.flatMap((element) => childrenOf(element, TSL, name)),
    [root],
  );
  // The history of a service (ServiceHistory) is a sibling of its ServiceInformation, so it is not
  // read.
  for (const service of services.flatMap((each) => childrenOf(each, TSL, 'ServiceInformation'))) {
    const name = nameOf(service);
    const fault = faultOf(service, nowMs);
    if (fault !== undefined) others.push(`${name}: ${fault}`);
    for (const certificate of fault === undefined ? certificatesOf(service) : [])
      issuers.set(certificate, { name, certificate });
  }
  return { issuers: [...issuers.values()], others };
}

function faultOf(service: Element, nowMs: number): string | undefined {
  const type = textOf(one(service, 'ServiceTypeIdentifier'));
  if (type !== SERVICE_TYPE) return `it is a service of another type, ${type || 'none'}`;
  const status = textOf(one(service, 'ServiceStatus'));
  if (!GRANTED.includes(status)) return `its status is ${status || 'none'}`;
  const sinceMs = timeIn(one(service, 'StatusStartingTime'));
  if (sinceMs === undefined || sinceMs > nowMs) return 'its status has not begun';
  return certificatesOf(service).length === 0 ? 'it has no certificate' : undefined;
}

const certificatesOf = (service: Element): string[] =>
  ['ServiceDigitalIdentity', 'DigitalId', 'X509Certificate']
    .reduce((found, name) => found.flatMap((element) => childrenOf(element, TSL, name)), [service])
    .map((element) => textOf(element).replaceAll(/\s/g, ''))
    .filter((text) => text !== '');

/** Returns the English name of the service if there is one, otherwise the first of its names. */
function nameOf(service: Element): string {
  const [names] = childrenOf(service, TSL, 'ServiceName');
  const all = names === undefined ? [] : childrenOf(names, TSL, 'Name');
  const english = all.find((each) => each.getAttribute('xml:lang') === 'en') ?? all[0];
  return textOf(english).replaceAll(/\s+/g, ' ').slice(0, 100) || 'without a name';
}

const one = (element: Element | undefined, name: string): Element | undefined =>
  element === undefined ? undefined : childrenOf(element, TSL, name)[0];

function timeIn(element: Element | undefined): number | undefined {
  const text = textOf(element);
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
