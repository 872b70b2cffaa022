// The command-line options of `npm run conformance`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface ConformanceSettings {
  /** The origin of the service, which must use https. */
  issuer: string;
  /** The address that the service listens on. */
  ip: string;
  /** The origin of the suite, which must use https. */
  suite: string;
  /**
   * The suite's certificate. The service trusts this certificate, in addition to those that the
   * machine trusts, when it sends logout tokens.
   */
  trust?: string;
  /** The folder for everything that a run prepares. */
  folder: string;
}

export const USAGE = `npm run conformance [-- --issuer=https://localhost:9443] [--suite=https://localhost.emobix.co.uk:8443]

  --issuer  origin of the service as the suite reaches it, such as https://host.docker.internal:9443
  --ip      address that the service listens on; localhost, or 0.0.0.0 for a suite in a container
  --suite   origin of the suite as the service reaches it
  --trust   PEM file of the suite's certificate, for back-channel logout
  --folder  for what is prepared; .cache/conformance`;

/** @throws Error that names the invalid option */
export function readSettings(args: readonly string[]): ConformanceSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      issuer: { type: 'string', default: 'https://localhost:9443' },
      ip: { type: 'string', default: 'localhost' },
      suite: { type: 'string', default: 'https://localhost.emobix.co.uk:8443' },
      trust: { type: 'string' },
      folder: { type: 'string', default: '.cache/conformance' },
    },
  });
  return {
    issuer: originOf('issuer', values.issuer),
    ip: values.ip,
    suite: originOf('suite', values.suite),
    ...(values.trust !== undefined && { trust: resolve(values.trust) }),
    folder: resolve(values.folder),
  };
}

export const portOf = (issuer: string): number => Number(new URL(issuer).port || 443);

/** Reads an origin, which must use https, as an issuer must (OIDC Core 2). */
function originOf(option: string, text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address?.protocol !== 'https:' || address.href !== `${address.origin}/`)
    throw new Error(`--${option} must be an https origin, as https://localhost:9443.`);
  return address.origin;
}
