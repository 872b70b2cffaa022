// Icons for server-rendered pages: the hosted page's icons, and some that only server-rendered
// pages use.
import { ICON_PATHS as OF_CHECKS } from '../../../../widget/icon-paths.ts';

export const ICON_PATHS = {
  ...OF_CHECKS,
  key: 'M12.5 8.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11.4 11.4l8.1 8.1m-3.5-3.5l2.5-2.5',
  mail: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm-.5 1l8.5 6.5L20.5 7',
  shield: 'M12 3l7.5 2.5v6c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5v-6zM8.5 12l2.5 2.5 4.5-5',
  sites:
    'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9.5h18M6 7.3v.1m2.5-.1v.1',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  download: 'M12 4v10.5m-4.5-4l4.5 4.5 4.5-4.5M5 19.5h14',
  trash: 'M5 7h14M10 7V4.5h4V7m-7.5 0l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10.5 11v5m3-5v5',
  leave: 'M13 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h7m3.5-10.5L20 12l-3.5 3.5M20 12h-9.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zm12.3 0a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0z',
} as const;

export type PageIconName = keyof typeof ICON_PATHS;
