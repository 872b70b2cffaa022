// The provider's fields as the form has them, and which of them are sent.
import type { WireSso, WireSsoChanges } from '../../../api/wire.ts';
import { linesOf } from '../../../ui/lines-of.ts';

export const GIVEN_ROLES = ['developer', 'analyst', 'reviewer'] as const;
type GivenRole = (typeof GIVEN_ROLES)[number];

export interface ProviderDraft {
  issuer: string;
  clientId: string;
  /** Empty keeps the saved secret. */
  clientSecret: string;
  defaultRole: GivenRole | 'none';
  roleClaim: string;
  /** `value=role`, one per line. */
  roleMap: string;
  factorValues: string;
}

export const draftOf = (sso: WireSso): ProviderDraft => ({
  issuer: sso.issuer ?? '',
  clientId: sso.client_id ?? '',
  clientSecret: '',
  defaultRole: sso.default_role ?? 'none',
  roleClaim: sso.role_claim ?? '',
  roleMap: sso.role_map.map(({ value, role }) => `${value}=${role}`).join('\n'),
  factorValues: sso.factor_values.join('\n'),
});

/** @returns undefined when a line has no known role */
export function readRoleMap(text: string): WireSso['role_map'] | undefined {
  const read = linesOf(text).map((line) => {
    const at = line.lastIndexOf('=');
    const role = GIVEN_ROLES.find((each) => each === line.slice(at + 1).trim());
    const value = line.slice(0, Math.max(at, 0)).trim();
    return role === undefined || value === '' ? undefined : { value, role };
  });
  const lines = read.filter((line) => line !== undefined);
  return lines.length === read.length ? lines : undefined;
}

/** All filled fields; the secret only when a new one was typed. */
export const changesOf = (draft: ProviderDraft): WireSsoChanges => ({
  issuer: draft.issuer.trim(),
  client_id: draft.clientId.trim(),
  ...(draft.clientSecret !== '' && { client_secret: draft.clientSecret }),
  default_role: draft.defaultRole === 'none' ? null : draft.defaultRole,
  role_claim: draft.roleClaim.trim() === '' ? null : draft.roleClaim.trim(),
  role_map: readRoleMap(draft.roleMap) ?? [],
  factor_values: linesOf(draft.factorValues),
});
