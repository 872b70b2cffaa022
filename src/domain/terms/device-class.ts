// The kind of device that a browser claims to run on: one of three classes, deliberately coarse.
// Pure.

export const DEVICE_CLASSES = ['phone', 'tablet', 'computer'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/**
 * Android browsers include `Mobile` only on phones
 * (developer.chrome.com/docs/multidevice/user-agent).
 */
const TABLET = /iPad|Tablet|PlayBook|Kindle|Silk(?!.*Mobile)|Android(?!.*Mobile)/i;
const MAC = /\bMacintosh\b/;
const PHONE = /Mobi|iPhone|iPod/i;

/**
 * @param userAgent the User-Agent header; an unrecognised one counts as a computer
 * @param hasTouchScreen whether the device has multi-touch: an iPad claims to be a Mac, and no Mac
 *   has a touch screen
 */
export function deviceClassOf(userAgent: string, hasTouchScreen: boolean): DeviceClass {
  if (TABLET.test(userAgent)) return 'tablet';
  if (hasTouchScreen && MAC.test(userAgent)) return 'tablet';
  return PHONE.test(userAgent) ? 'phone' : 'computer';
}
