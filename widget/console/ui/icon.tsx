// Icons that are never used alone: each has text next to it, or a label on its control.

const PATHS = {
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  brush:
    'M14.5 4.500 19.500 9.500 11 16 8 13zM8 13c-2.500 0-3.500 1.500-3.500 3.500 0 1.500-.5 2.500-1.500 3 3.500.5 8 0 8-3.500z',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5',
  key: 'M14.5 13.5a4.5 4.5 0 1 0-4.3-3.2L4 16.5V20h3.5v-2.2h2.2v-2.2l1.5-1.5c1 .4 2.2-.6 3.3-.6zM16 8h.1',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  alert: 'M12 8.5v4.5m0 3.2v.1M12 3.5 2.8 19.5h18.4z',
  help: 'M9.500 9.500a2.500 2.500 0 1 1 3.600 2.200c-.8.4-1.100.9-1.100 1.800m0 2.900v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  info: 'M12 11v5.5M12 7.6v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  person:
    'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20c.7-3.6 3.7-5.5 7.5-5.5s6.8 1.9 7.5 5.5',
  out: 'M14 4.500h5v15h-5M4 12h10m-3.5-3.500L14 12l-3.5 3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500 20 20',
  next: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  hook: 'M12 3v8m0 0a5 5 0 1 0 5 5h-3M12 11a3 3 0 0 0-3 3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  people:
    'M9 11.200a3.300 3.300 0 1 0 0-6.600 3.300 3.300 0 0 0 0 6.600zM2.800 19.500c.6-3.200 3-4.900 6.200-4.900s5.600 1.700 6.200 4.900M15.500 4.900a3.300 3.300 0 0 1 0 6M17.500 15c2 .7 3.300 2.200 3.700 4.500',
  chart: 'M4 4v16h16M8.500 16.500v-4M13 16.500V8M17.500 16.500v-6.500',
  history: 'M4.500 12a7.500 7.500 0 1 0 2.300-5.400L4.500 9M4.500 4.500V9H9M12 8v4.200l3 1.800',
  door: 'M13 4h6v16h-6M4 12h10m-3.500-3.500L14 12l-3.500 3.500',
  face: 'M4 8V5.500A1.500 1.500 0 0 1 5.500 4H8M16 4h2.500A1.500 1.500 0 0 1 20 5.500V8M20 16v2.500a1.500 1.500 0 0 1-1.500 1.500H16M8 20H5.500A1.500 1.500 0 0 1 4 18.500V16M9.500 10v.5M14.500 10v.5M9 14.500c1.800 1.500 4.200 1.500 6 0',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.500 6h5zM19 7l-2.500 6h5z',
  play: 'M8 5.500v13l10.500-6.500z',
  house:
    'M4.500 20V6.500L12 3.500v16.500M12 9h7.500v11M3 20h18M7.500 9.500h1M7.500 13h1M15 13h1M15 16.500h1',
  shield: 'M12 3.500 19 6v5.500c0 4.300-2.900 7.400-7 9-4.100-1.600-7-4.700-7-9V6z',
  calendar: 'M5 6.500h14V20H5zM5 10.500h14M8.500 4v4M15.500 4v4',
  wallet: 'M4 7.500h15.500V19H4zM4 7.500 16 4.500v3M19.500 11.500h-4a1.750 1.750 0 0 0 0 3.500h4',
  lock: 'M7.500 10.500V8a4.500 4.500 0 0 1 9 0v2.500M5.500 10.500h13V20h-13zM12 14v2.500',
  document: 'M6 3.500h8l4 4V20.500H6zM14 3.500v4h4',
} as const;

export type ConsoleIconName = keyof typeof PATHS;

/** Icons that are mirrored in right-to-left languages. */
const DIRECTED: readonly ConsoleIconName[] = ['next', 'out', 'list', 'play', 'door'];

export function Icon({ name }: { name: ConsoleIconName }) {
  return (
    <svg
      className={DIRECTED.includes(name) ? 'icon directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
