// Where logout tokens may be sent. The address comes from a customer and the call from our network, so it must
// not reach what only we can reach (S-28). Names are resolved by the platform, whose fetch leaves through the
// public internet: a name that points to a private address leads nowhere there.

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const IP_LITERAL = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const INTERNAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

/** @param isLocal the service itself runs on a developer's machine, so its sites do too */
export function mayReceive(address: string, isLocal: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (isLocal && LOOPBACK.test(hostname)) return protocol === 'http:' || protocol === 'https:';
  return (
    protocol === 'https:' &&
    hostname.includes('.') &&
    !IP_LITERAL.test(hostname) &&
    !INTERNAL_NAME.test(hostname)
  );
}
