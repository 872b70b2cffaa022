import { describe, expect, it } from 'vitest';
import { type BrowserKind, browserOf } from '../../../../widget/hosted/browser/browser-kind.ts';
import { PERMISSION_STEPS } from '../../../../widget/hosted/browser/permission-steps.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';

const CASES: readonly [userAgent: string, kind: BrowserKind, app: string][] = [
  [`${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36`, 'chrome', 'Chrome'],
  [`${MAC} ${BLINK} Chrome/140.0.0.0 Safari/537.36`, 'chrome', 'Chrome'],
  [`${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36 OPR/124.0`, 'chrome', 'Opera'],
  [`${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'edge', 'Edge'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'firefox', 'Firefox'],
  [`${MAC} ${WEBKIT} Version/18.6 Safari/605.1.15`, 'safari_mac', 'Safari'],
  [`${IPHONE} ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`, 'safari_ios', 'Safari'],
  [`${IPHONE} ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'app_ios', 'Chrome'],
  [`${IPHONE} ${WEBKIT} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'app_ios', 'Firefox'],
  [`${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/140.0 Mobile/15E148 Safari/604.1`, 'app_ios', 'Edge'],
  [`${ANDROID} ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`, 'chrome_android', 'Chrome'],
  [
    `${ANDROID} ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'chrome_android',
    'Samsung Internet',
  ],
  [
    `${ANDROID} ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`,
    'chrome_android',
    'Edge',
  ],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
    'firefox_android',
    'Firefox',
  ],
  [
    `${IPHONE} ${WEBKIT} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone14,5; iOS 18_6)`,
    'in_app_ios',
    '',
  ],
  [`${IPHONE} ${WEBKIT} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101]`, 'in_app_ios', ''],
  [`${IPHONE} ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1 Line/15.10.0`, 'in_app_ios', ''],
  [`${IPHONE} ${WEBKIT} Mobile/15E148`, 'in_app_ios', ''],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) ${BLINK} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    'in_app_android',
    '',
  ],
  [
    `${ANDROID} ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36 musical_ly_2024 BytedanceWebview/d8a21c6`,
    'in_app_android',
    '',
  ],
  ['Mozilla/5.0 (PlayStation; PlayStation 5)', 'other', ''],
  ['', 'other', ''],
];

describe('the detected browser', () => {
  it.each(CASES)('%s is %s', (userAgent, kind, app) => {
    expect(browserOf(userAgent, 0)).toEqual({ kind, app });
  });

  it('recognises an iPad that identifies as a Mac', () => {
    const userAgent = `${MAC} ${WEBKIT} Version/18.6 Safari/605.1.15`;
    expect(browserOf(userAgent, 5).kind).toBe('safari_ios');
  });

  it('has at least one step for every kind, and no step twice', () => {
    for (const steps of Object.values(PERMISSION_STEPS)) {
      expect(steps.length).toBeGreaterThan(0);
      expect(new Set(steps).size).toBe(steps.length);
    }
  });
});
