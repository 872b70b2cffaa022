// A member with an unconfirmed address also needs the customer's id (`tenant_id`) to sign in
// (D-79). The browser in which the account was created remembers the id.
import { keepStored, readStored } from '../browser/stored.ts';
import type { ConsoleUser } from './console-user.ts';

const NAME = 'unconfirmed';

export function rememberUnconfirmed({
  email,
  email_verified: isConfirmed,
  tenant_id: tenantId,
}: ConsoleUser): void {
  if (isConfirmed === undefined) return;
  keepStored(NAME, isConfirmed ? '' : JSON.stringify({ email, tenantId }));
}

/** @returns the fields that a sign-in with this address needs in addition to the password */
export function tenantOfUnconfirmed(email: string): { tenant_id?: string } {
  const stored = readStored(NAME) ?? '';
  if (stored === '') return {};
  const known = JSON.parse(stored) as { email: string; tenantId: string };
  return known.email.toLowerCase() === email.toLowerCase() ? { tenant_id: known.tenantId } : {};
}
