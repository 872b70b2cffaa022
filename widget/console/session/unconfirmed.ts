// Whose address nobody has confirmed yet signs in with the name of the customer as well (D-79): this browser, where the account
// was made, remembers it.
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

/** @returns what the sign-in of this address needs besides the password */
export function tenantOfUnconfirmed(email: string): { tenant_id?: string } {
  const stored = readStored(NAME) ?? '';
  if (stored === '') return {};
  const known = JSON.parse(stored) as { email: string; tenantId: string };
  return known.email.toLowerCase() === email.toLowerCase() ? { tenant_id: known.tenantId } : {};
}
