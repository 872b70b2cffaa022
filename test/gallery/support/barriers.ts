// Finds accessibility barriers in the current page. Each function returns one sentence for each
// barrier. The functions run in the page through `page.evaluate`, so they cannot refer to anything
// else in this file.

/**
 * Finds controls smaller than 24 by 24 CSS pixels (WCAG 2.2, 2.5.8). A label is measured together
 * with its control, and a row together with the link that covers it. Controls that can only be
 * reached with a screen reader's gestures are ignored.
 */
export function findSmallTargets(): string[] {
  const MIN_PX = 24;
  const found: string[] = [];
  for (const control of document.querySelectorAll('a[href], button, input, select, summary')) {
    const around = control.closest(control.matches('.table-link') ? 'tr' : 'label');
    const { width, height } = (around ?? control).getBoundingClientRect();
    const isShown = control.checkVisibility({ checkVisibilityCSS: true });
    if (control.matches('button[tabindex="-1"]')) continue;
    if (isShown && (width < MIN_PX || height < MIN_PX))
      found.push(`${control.outerHTML.slice(0, 120)} is ${width} × ${height}`);
  }
  return found;
}

/**
 * Finds movement despite `prefers-reduced-motion`: running animations, and transitions that take
 * time.
 */
export function findMotion(): string[] {
  // The gallery's own style sheet stops transitions, but the page must stop them without it.
  document.adoptedStyleSheets = [];
  const animated = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map((animation) =>
      animation instanceof CSSTransition
        ? `a transition of ${animation.transitionProperty}`
        : (animation as CSSAnimation).animationName,
    )
    // A fading colour is not movement: screen-light.ts fades for people who prefer reduced motion.
    .filter((name) => name !== 'a transition of background-color');
  const moving = [...document.querySelectorAll('*')].filter((element) =>
    getComputedStyle(element)
      .transitionDuration.split(',')
      .some((duration) => Number.parseFloat(duration) > 0),
  );
  return [
    ...animated,
    ...moving.map((element) => `a transition of ${element.getAttribute('class')}`),
  ];
}

/**
 * Finds text whose contrast with its background is less than 4.5:1 (3:1 when large), and icons and
 * main buttons with less than 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Unavailable controls are exempt.
 */
export function findFaintThings(): string[] {
  type Rgba = [number, number, number, number];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d', { willReadFrequently: true })!;
  const read = (color: string): Rgba => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top: Rgba, below: Rgba): Rgba => {
    const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const behind = (element: Element | null): Rgba => {
    if (!element) return [255, 255, 255, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    // An opaque background ends the search. A dialog must have one, because the browser renders it
    // on top of the page and not on its parent element.
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const luminance = (color: Rgba) => {
    const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((channel) => {
      const value = channel / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a: Rgba, b: Rgba) => {
    const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
    return Math.max(x, y) / Math.min(x, y);
  };
  const found: string[] = [];
  const judge = (what: string, color: string, ground: Rgba, least: number) => {
    const reached = ratio(over(read(color), ground), ground);
    if (reached < least) found.push(`${what}: ${reached.toFixed(2)} of ${least}`);
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !element.closest('.hidden, [aria-disabled="true"], option');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || !element || !isSeen(element)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    judge(`“${text.slice(0, 40)}”`, color, behind(element), isLarge ? 3 : 4.5);
  }
  for (const icon of document.querySelectorAll('.icon')) {
    if (isSeen(icon)) judge('an icon', getComputedStyle(icon).stroke, behind(icon), 3);
  }
  for (const button of document.querySelectorAll('.button[data-look="main"]')) {
    if (!isSeen(button)) continue;
    // Either the button's background or its border must have enough contrast with the card.
    const { backgroundColor, borderTopColor } = getComputedStyle(button);
    const card = behind(button.parentElement);
    const [face, edge] = [read(backgroundColor), read(borderTopColor)];
    const best = Math.max(ratio(over(face, card), card), ratio(over(edge, card), card));
    if (best < 3) found.push(`the main button: ${best.toFixed(2)} of 3`);
  }
  return found;
}

/** Finds controls that cannot be scrolled into view or are covered by a sticky element. */
export function findUnreachable(): string[] {
  const found: string[] = [];
  const isBelow = (point: Element | null, control: Element) =>
    point !== null && (control.contains(point) || point.contains(control));
  const dialog = document.querySelector('dialog[open], [role="dialog"]');
  for (const control of document.querySelectorAll('a[href], button, input, select, summary, h1')) {
    if (!control.checkVisibility({ checkVisibilityCSS: true })) continue;
    // The skip link is only visible while it has focus.
    if (control.closest('.hidden') || control.matches('.hidden, .skip')) continue;
    if (dialog && !dialog.contains(control)) continue;
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    // An element may be taller than the screen, so only its first line is checked.
    const y = top + Math.min(height, 40) / 2;
    const hit = document.elementFromPoint(left + width / 2, y);
    const label = control.closest('label') ?? control;
    if (!isBelow(hit, label)) found.push(`${control.outerHTML.slice(0, 120)} at ${left}, ${top}`);
  }
  scrollTo(0, 0);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`${scrollWidth} px wide`);
  return found;
}
