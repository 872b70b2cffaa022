// The form of mail addresses that every mail provider takes. Whether a person's address is accepted
// at all is decided by domain/terms/email-address.ts, which is more lenient.

/** ASCII before the `@`, as Postmark documents it, without a dot at an end or two in a row. */
const LOCAL_PART = String.raw`(?=[^@]{1,64}@)[\w!#$%&'*+/=^{|}~-]+(?:\.[\w!#$%&'*+/=^{|}~-]+)*`;
/** Names as DNS has them; the last one begins with a letter, which no IP address does. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const TOP_LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** At most 254 characters (RFC 5321 4.5.3.1). */
const UNDOTTED_TOO = new RegExp(`^(?=.{3,254}$)${LOCAL_PART}@(?:${LABEL}\\.)*${TOP_LABEL}$`, 'i');
const DOTTED = new RegExp(`^(?=.{3,254}$)${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i');

/**
 * Whether no provider refuses the form of the address.
 *
 * @param host whether the host must have a dot, as those on the internet have
 */
export const isPlainAddress = (address: string, host: 'dotted' | 'undotted too' = 'dotted') =>
  (host === 'dotted' ? DOTTED : UNDOTTED_TOO).test(address);

/**
 * Converts an internationalised domain to punycode, the only form that SES and Postmark take.
 *
 * @returns the address as it is when what is behind its last `@` is no host name
 */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  const url = `https://${host}`;
  if (/[/?#\\:@\s]/.test(host) || !URL.canParse(url)) return address;
  return `${address.slice(0, at)}@${new URL(url).hostname}`;
}
