// A customer's settings for its verifications. Changes are audited; running sessions keep the settings they started
// with, new ones see a change when cached API keys expire.
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
  /** A supported language; null: from the visitor's browser. */
  defaultLocale: string | null;
  defaultTheme: 'light' | 'dark' | 'system' | null;
  /** Empty: any. */
  callbackOrigins: readonly string[];
  embedOrigins: readonly string[];
  /** null: the configured default. */
  ageMarginYears: number | null;
  retentionDays: number;
  /** null: from the request. */
  requiredMethod: 'document' | 'facial' | null;
}

export type SettingsChanges = { [K in keyof Settings]?: Settings[K] | undefined };

/** @throws AppError NOT_FOUND */
export async function readSettings(ctx: Context, tenantId: string): Promise<Settings> {
  const settings = await findSettings(ctx.db, tenantId);
  if (settings === undefined) throw notFound();
  return settings;
}

/** Applies the given changes, validated by the surface, and audits them. @throws AppError NOT_FOUND */
export async function changeSettings(
  ctx: Context,
  by: TenantActor,
  changes: SettingsChanges,
): Promise<Settings> {
  const before = await readSettings(ctx, by.tenantId);
  const after: Settings = { ...before, ...given(changes) };
  const audited = differences(await describe(before), await describe(after));
  if (audited === undefined) return before;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'settings.update',
    target: { type: 'tenant', id: by.tenantId },
    ...audited,
  });
  const changed = await updateSettingsRow(ctx.db, by.tenantId, given(changes), statement);
  if (changed === undefined) throw notFound();
  announce();
  return changed;
}

/** Without undefined members: those are not to be changed. */
const given = (changes: SettingsChanges): Partial<Settings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** For the audit log: the logo as its hash, lists as one string. */
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
