// Recognises the browsers whose camera settings differ. The result only decides which instructions
// are shown. Pure.

export type BrowserKind =
  | 'chrome'
  | 'edge'
  | 'firefox'
  | 'safari_mac'
  | 'safari_ios'
  | 'app_ios'
  | 'chrome_android'
  | 'firefox_android'
  | 'in_app_ios'
  | 'in_app_android'
  | 'other';

interface Browser {
  kind: BrowserKind;
  /** The browser's name in the system's settings. */
  app: string;
}

type Rule = readonly [pattern: RegExp, kind: BrowserKind, app: string];

/**
 * Markers that messengers, picture apps and news apps add to the user agent of their in-app
 * browsers.
 */
const APPS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Barcelona|Line\/|MicroMessenger|WeChat|TikTok|musical_ly|BytedanceWebview|Bytedance|Snapchat|Pinterest|LinkedInApp|Twitter|KAKAOTALK|NAVER|WhatsApp|Telegram|Discord|Reddit|Teams\/|Slack|GSA\/|YaApp|VKAndroidApp|Viber)/;

/**
 * Detects an app that shows the page in its in-app browser, where cameras are often refused. The
 * app's menu can open the page in the real browser.
 * @param userAgent navigator.userAgent
 * @returns the operating system; undefined when the page is not in an in-app browser
 */
export function inAppOf(userAgent: string): 'ios' | 'android' | undefined {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent))
    // An iOS web view has no browser name at the end of its user agent.
    return APPS.test(userAgent) || !/\bSafari\//.test(userAgent) ? 'ios' : undefined;
  if (/\bAndroid\b/.test(userAgent))
    return APPS.test(userAgent) || /; wv\)/.test(userAgent) ? 'android' : undefined;
  return undefined;
}

/**
 * Every browser on iOS uses WebKit, and the camera permission is in the settings of the browser's
 * app.
 */
const ON_IOS: readonly Rule[] = [
  [/\bCriOS\//, 'app_ios', 'Chrome'],
  [/\bFxiOS\//, 'app_ios', 'Firefox'],
  [/\bEdgiOS\//, 'app_ios', 'Edge'],
  [/\b(OPT|OPiOS)\//, 'app_ios', 'Opera'],
  [/\bSafari\//, 'safari_ios', 'Safari'],
];

const ON_ANDROID: readonly Rule[] = [
  [/\bSamsungBrowser\//, 'chrome_android', 'Samsung Internet'],
  [/\bEdgA\//, 'chrome_android', 'Edge'],
  [/\bFirefox\//, 'firefox_android', 'Firefox'],
  [/\bOPR\//, 'chrome_android', 'Opera'],
  [/\bChrome\//, 'chrome_android', 'Chrome'],
];

const ON_DESKTOP: readonly Rule[] = [
  [/\bEdg\//, 'edge', 'Edge'],
  [/\bFirefox\//, 'firefox', 'Firefox'],
  [/\bOPR\//, 'chrome', 'Opera'],
  [/\b(Chrome|Chromium)\//, 'chrome', 'Chrome'],
  [/\bVersion\/\S+ Safari\//, 'safari_mac', 'Safari'],
];

/**
 * @param userAgent navigator.userAgent
 * @param maxTouchPoints navigator.maxTouchPoints: an iPad claims to be a Mac, and no Mac has a
 *   touch screen
 */
export function browserOf(userAgent: string, maxTouchPoints: number): Browser {
  const inApp = inAppOf(userAgent);
  if (inApp !== undefined) return { kind: `in_app_${inApp}`, app: '' };
  const isIos =
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) ||
    (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1);
  const rules = isIos ? ON_IOS : /\bAndroid\b/.test(userAgent) ? ON_ANDROID : ON_DESKTOP;
  const rule = rules.find(([pattern]) => pattern.test(userAgent));
  return rule ? { kind: rule[1], app: rule[2] } : { kind: 'other', app: '' };
}
