// What kind of device a browser says that it runs on: three classes, and nothing finer. Pure.

export const DEVICE_CLASSES = ['phone', 'tablet', 'computer'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/** Android says `Mobile` on phones alone (developer.chrome.com/docs/multidevice/user-agent). An iPad says that it is a Mac. */
const TABLET = /iPad|Tablet|PlayBook|Kindle|Silk(?!.*Mobile)|Android(?!.*Mobile)/i;
const PHONE = /Mobi|iPhone|iPod/i;

/** @param userAgent the header; what says nothing is a computer */
export function deviceClassOf(userAgent: string): DeviceClass {
  if (TABLET.test(userAgent)) return 'tablet';
  return PHONE.test(userAgent) ? 'phone' : 'computer';
}
