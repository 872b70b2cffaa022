// The form of email addresses that every email provider accepts. domain/terms/email-address.ts,
// which is more lenient, decides whether the service accepts a person's address.

/**
 * The ASCII part before the `@`, as Postmark documents it: no dot at either end, and no two dots in
 * a row.
 */
const LOCAL_PART = String.raw`(?=[^@]{1,64}@)[\w!#$%&'*+/=^{|}~-]+(?:\.[\w!#$%&'*+/=^{|}~-]+)*`;
/** Labels of a DNS name; the last one begins with a letter, which rules out IP addresses. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const TOP_LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** A plain address of at most 254 characters (RFC 5321 4.5.3.1). */
const UNDOTTED_TOO = new RegExp(`^(?=.{3,254}$)${LOCAL_PART}@(?:${LABEL}\\.)*${TOP_LABEL}$`, 'i');
const DOTTED = new RegExp(`^(?=.{3,254}$)${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i');

/**
 * Whether every provider accepts the form of the address.
 * @param host whether the host must contain a dot, as hosts on the internet do
 */
export const isPlainAddress = (address: string, host: 'dotted' | 'undotted too' = 'dotted') =>
  (host === 'dotted' ? DOTTED : UNDOTTED_TOO).test(address);

/**
 * Converts an internationalised domain to punycode, the only form that SES and Postmark accept.
 * @returns the address, unchanged if the part after its last `@` is not a host name
 */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  const url = `https://${host}`;
  if (/[/?#\\:@\s]/.test(host) || !URL.canParse(url)) return address;
  return `${address.slice(0, at)}@${new URL(url).hostname}`;
}
