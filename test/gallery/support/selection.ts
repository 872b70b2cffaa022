// The lists of sheets: every sheet, those that are kept as references, and those that every test
// run compares.
import languages from '../../../widget/locales/languages.json' with { type: 'json' };
import type { GalleryState } from './gallery-state.ts';
import { type Theme, THEMES, type Width } from './visitor.ts';

export interface Sheet {
  language: string;
  theme: Theme;
  width: Width;
}

const LANGUAGES = Object.keys(languages);
const WIDTHS = ['phone', 'narrow', 'desktop'] as const satisfies readonly Width[];

/** Every language, theme and width: 78 sheets to look at (`npm run gallery`). */
export const ALL_SHEETS: readonly Sheet[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ language, theme, width }))),
);

/**
 * The sheets with references: English in every theme and width, every language on a phone, and the
 * most fragile combinations, which are the longest words (de) on a narrow screen and a computer,
 * and right-to-left text (ar) on a computer and in the dark theme. Colours do not depend on the
 * language, so more sheets would show nothing new.
 */
export const KEPT_SHEETS = ALL_SHEETS.filter(
  (sheet) =>
    sheet.language === 'en' ||
    (sheet.width === 'phone' && sheet.theme === 'light') ||
    ['de-light-narrow', 'de-light-desktop', 'ar-light-desktop', 'ar-dark-phone'].includes(
      sheetName(sheet),
    ),
);

/**
 * The sheets that every test run compares. Together they cover every state, both themes, each
 * width, right-to-left text, and the longest words in the narrowest width. `npm run gallery --
 * --compare` compares all references.
 */
const IN_EVERY_RUN = ['en-dark-phone', 'en-light-desktop', 'de-light-narrow', 'ar-light-phone'];
export const TESTED_SHEETS = KEPT_SHEETS.filter((sheet) => IN_EVERY_RUN.includes(sheetName(sheet)));

/**
 * The states of a sheet. States that differ from another state only in a short line are drawn in
 * English only.
 */
export function statesOn(
  { language }: Sheet,
  states: readonly GalleryState[],
): readonly GalleryState[] {
  return language === 'en' ? states : states.filter(({ isAlike }) => isAlike !== true);
}

export function sheetName({ language, theme, width }: Sheet): string {
  return `${language}-${theme}-${width}`;
}
