// The provider's settings as form fields, and as the changes that are sent to the server. Both
// consoles use this file, each with its own roles.
import { linesOf } from '../ui/lines-of.ts';

/** The saved setting, in either console. */
export interface ProviderSetting<R extends string> {
  issuer: string | null;
  client_id: string | null;
  has_client_secret: boolean;
  default_role: R | null;
  role_claim: string | null;
  role_map: { value: string; role: R }[];
  factor_values: string[];
}

/** The changes to send. */
export interface ProviderChanges<R extends string> {
  issuer: string;
  client_id: string;
  client_secret?: string;
  default_role: R | null;
  role_claim: string | null;
  role_map: { value: string; role: R }[];
  factor_values: string[];
}

export interface ProviderDraft<R extends string> {
  issuer: string;
  clientId: string;
  /** The client secret; if it is empty, the stored secret is kept. */
  clientSecret: string;
  defaultRole: R | 'none';
  roleClaim: string;
  /** The role map: pairs of the form `value=role`, one on each line. */
  roleMap: string;
  factorValues: string;
}

export const draftOf = <R extends string>(sso: ProviderSetting<R>): ProviderDraft<R> => ({
  issuer: sso.issuer ?? '',
  clientId: sso.client_id ?? '',
  clientSecret: '',
  defaultRole: sso.default_role ?? 'none',
  roleClaim: sso.role_claim ?? '',
  roleMap: sso.role_map.map(({ value, role }) => `${value}=${role}`).join('\n'),
  factorValues: sso.factor_values.join('\n'),
});

/** @returns undefined if a line is not of the form `value=role` with one of the roles */
export function readRoleMap<R extends string>(
  text: string,
  roles: readonly R[],
): { value: string; role: R }[] | undefined {
  const read = linesOf(text).map((line) => {
    const at = line.lastIndexOf('=');
    const role = roles.find((each) => each === line.slice(at + 1).trim());
    const value = line.slice(0, Math.max(at, 0)).trim();
    return role === undefined || value === '' ? undefined : { value, role };
  });
  const lines = read.filter((line) => line !== undefined);
  return lines.length === read.length ? lines : undefined;
}

/**
 * Returns all fields of the form, including unchanged ones. The secret is included only if a new
 * one was typed.
 */
export const changesOf = <R extends string>(
  draft: ProviderDraft<R>,
  roles: readonly R[],
): ProviderChanges<R> => ({
  issuer: draft.issuer.trim(),
  client_id: draft.clientId.trim(),
  ...(draft.clientSecret !== '' && { client_secret: draft.clientSecret }),
  default_role: roles.find((role) => role === draft.defaultRole) ?? null,
  role_claim: draft.roleClaim.trim() === '' ? null : draft.roleClaim.trim(),
  role_map: readRoleMap(draft.roleMap, roles) ?? [],
  factor_values: linesOf(draft.factorValues),
});
