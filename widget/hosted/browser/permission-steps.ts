// How to allow the camera again, by browser: text keys in the order of the steps. Data only.
import type { BrowserKind } from './browser-kind.ts';
import type { MessageKey } from '../i18n/translate.ts';

/**
 * Texts may name the browser as {app}. The last step, returning to this page, is added later,
 * because it is the same for all browsers except in-app browsers.
 */
export const PERMISSION_STEPS = {
  chrome: ['camera.denied.chrome_site', 'camera.denied.chrome_settings', 'camera.denied.tip_two'],
  edge: ['camera.denied.edge_site', 'camera.denied.tip_two'],
  firefox: ['camera.denied.firefox_site', 'camera.denied.tip_two'],
  safari_mac: ['camera.denied.safari_mac_site', 'camera.denied.safari_mac_settings'],
  safari_ios: ['camera.denied.safari_ios_site', 'camera.denied.safari_ios_settings'],
  app_ios: ['camera.denied.app_ios_settings'],
  chrome_android: ['camera.denied.android_site', 'camera.denied.android_settings'],
  firefox_android: ['camera.denied.firefox_android_site', 'camera.denied.android_settings'],
  in_app_ios: ['camera.denied.in_app'],
  in_app_android: ['camera.denied.in_app'],
  other: ['camera.denied.tip_one', 'camera.denied.tip_two'],
} as const satisfies Record<BrowserKind, readonly MessageKey[]>;
