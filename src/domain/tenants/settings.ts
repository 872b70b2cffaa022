// What a customer decides about its own checks. Changes are in its audit; running sessions keep what they began
// with, new ones follow within the time that API keys are remembered.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { notFound } from '../../errors.ts';
import { differences } from '../audit/differences.ts';
import { prepareAudit, type AuditFields, type TenantActor } from '../audit/record.ts';
import { findSettings, updateSettingsRow } from './settings-store.ts';

export interface Settings {
  name: string;
  /** `#rrggbb` */
  color: string | null;
  /** A `data:` URL. */
  logo: string | null;
  alternativeUrl: string | null;
  /** A supported language; null: the visitor's browser decides. */
  defaultLocale: string | null;
  defaultTheme: 'light' | 'dark' | 'system' | null;
  /** Empty: any. */
  callbackOrigins: readonly string[];
  embedOrigins: readonly string[];
  /** null: the service's own. */
  ageMarginYears: number | null;
  retentionDays: number;
  /** null: as each request says. */
  requiredMethod: 'document' | 'facial' | null;
}

export type SettingsChanges = { [K in keyof Settings]?: Settings[K] | undefined };

/** @throws AppError NOT_FOUND */
export async function readSettings(ctx: Context, tenantId: string): Promise<Settings> {
  const settings = await findSettings(ctx.db, tenantId);
  if (settings === undefined) throw notFound();
  return settings;
}

/** Changes what is given, validated by the surface, together with the audit entry. @throws AppError NOT_FOUND */
export async function changeSettings(
  ctx: Context,
  by: TenantActor,
  changes: SettingsChanges,
): Promise<Settings> {
  const before = await readSettings(ctx, by.tenantId);
  const after: Settings = { ...before, ...given(changes) };
  const told = differences(await describe(before), await describe(after));
  if (told === undefined) return before;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'settings.update',
    target: { type: 'tenant', id: by.tenantId },
    ...told,
  });
  const changed = await updateSettingsRow(ctx.db, by.tenantId, given(changes), statement);
  if (changed === undefined) throw notFound();
  announce();
  return changed;
}

/** What is undefined was not asked for. */
const given = (changes: SettingsChanges): Partial<Settings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** For the audit: pictures by their hash, lists in a line. */
async function describe({ logo, ...settings }: Settings): Promise<AuditFields> {
  return {
    name: settings.name,
    color: settings.color,
    logo: logo === null ? null : `sha256:${await sha256Hex(logo)}`,
    alternative_url: settings.alternativeUrl,
    default_locale: settings.defaultLocale,
    default_theme: settings.defaultTheme,
    callback_origins: settings.callbackOrigins.join(' '),
    embed_origins: settings.embedOrigins.join(' '),
    age_margin_years: settings.ageMarginYears,
    retention_days: settings.retentionDays,
    required_method: settings.requiredMethod,
  };
}
