// The line icons of the hosted page, 24 × 24, as SVG paths. The hosted page loads all of them. The
// pages that the server renders use them too, and add their own
// (src/http/pages/parts/icon-paths.ts).

export const ICON_PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11m0-11l-11 11',
  clock: 'M12 7.5V12l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  question:
    'M9.2 9.3a2.9 2.9 0 1 1 4.4 2.5c-.9.6-1.6 1.2-1.6 2.2m0 3.2v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  face: 'M9 10v.6m6-.6v.6M9 15c1.7 1.5 4.3 1.5 6 0M4 8V6a2 2 0 0 1 2-2h2m8 0h2a2 2 0 0 1 2 2v2m0 8v2a2 2 0 0 1-2 2h-2m-8 0H6a2 2 0 0 1-2-2v-2',
  share: 'M14 5l6 6-6 6M20 11H10a6 6 0 0 0-6 6v2',
  camera:
    'M4 8h3l1.6-2.4A1 1 0 0 1 9.4 5h5.2a1 1 0 0 1 .8.6L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zm11.5 5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.4-9 6 6 0 0 1 11.5 1.2A4 4 0 0 1 17.5 18.5zM4 4l16 16',
  alert:
    'M12 8.5v4.5m0 3v.1M10.7 4.3L2.9 18a1.5 1.5 0 0 0 1.3 2.2h15.6a1.5 1.5 0 0 0 1.3-2.2L13.3 4.3a1.5 1.5 0 0 0-2.6 0z',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.5 9A7 7 0 0 1 18 7l2 3M4 14l2 3a7 7 0 0 0 12.5-2',
  globe:
    'M3 12h18M12 3c5 5.2 5 12.8 0 18m0-18c-5 5.2-5 12.8 0 18m9-9a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  light:
    'M12 3v1.5M12 19.5V21M4.2 4.2l1 1M18.8 18.8l1 1M3 12h1.5M19.5 12H21M4.2 19.8l1-1M18.8 5.2l1-1M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  person: 'M4.5 20.5a7.5 7.5 0 0 1 15 0M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3 15h2',
  computer: 'M5 4h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM2.5 20h19',
  pause: 'M8.5 5.5v13m7-13v13',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-5.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5.6 5.6l3.9 3.9m5 5l3.9 3.9m0-12.8l-3.9 3.9m-5 5l-3.9 3.9',
  card: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm6.5 5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM5.5 16a3 3 0 0 1 6 0M14.5 9.5h4m-4 4h4',
} as const;

export type IconName = keyof typeof ICON_PATHS;
