// The settings that the page edits, as typed, and their differences from the saved settings. Pure.
import type { WireSettings, WireSettingsChanges } from '../../../api/wire.ts';

export type LookSettings = WireSettings;
type Changes = WireSettingsChanges;

/** Settings that are texts or URLs. An empty value removes the setting. */
export const NOTICE_FIELDS = [
  'controller_name',
  'privacy_contact',
  'privacy_url',
  'alternative_url',
] as const;
const TEXTS = ['color', 'logo', 'default_locale', ...NOTICE_FIELDS] as const;

export const THEMES = ['system', 'light', 'dark'] as const;

export type LookDraft = Record<'name' | (typeof TEXTS)[number], string> & {
  default_theme: (typeof THEMES)[number];
};

export const draftOf = (settings: LookSettings): LookDraft => ({
  name: settings.name,
  color: settings.color ?? '',
  logo: settings.logo ?? '',
  default_locale: settings.default_locale ?? '',
  default_theme: settings.default_theme ?? 'system',
  controller_name: settings.controller_name ?? '',
  privacy_contact: settings.privacy_contact ?? '',
  privacy_url: settings.privacy_url ?? '',
  alternative_url: settings.alternative_url ?? '',
});

/** Returns only the differences, so that a colleague's change to another setting is kept. */
export function changesOf(settings: LookSettings, draft: LookDraft): Changes {
  const before = draftOf(settings);
  const texts = TEXTS.filter((name) => draft[name].trim() !== before[name]).map(
    (name) => [name, draft[name].trim() || null] as const,
  );
  return {
    ...(Object.fromEntries(texts) as Changes),
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(draft.default_theme !== before.default_theme && { default_theme: draft.default_theme }),
  };
}

/**
 * The values that a preview uses in place of the settings. An empty text removes the saved value.
 */
export const appearanceOf = ({ name, color, logo, ...draft }: LookDraft) => ({
  name,
  color: color.trim() || null,
  logo: logo || null,
  controller_name: draft.controller_name.trim() || null,
  privacy_contact: draft.privacy_contact.trim() || null,
  privacy_url: draft.privacy_url.trim() || null,
  alternative_url: draft.alternative_url.trim() || null,
});
