import { expect, test } from 'vitest';
import { STATES } from './states/all-states.ts';
import { findFaintThings } from './support/barriers.ts';
import type { Answer, GalleryState } from './support/gallery-state.ts';
import { useTours } from './support/tour.ts';
import { THEMES } from './support/visitor.ts';

/**
 * Colours that would be hard to see without adjustment: on white, on the dark card, behind white
 * letters, or behind black letters.
 */
const COLORS = ['#ffffff', '#ffe066', '#808080', '#d6336c', '#000000'];
const NAMES = ['welcome', 'camera-off', 'turn-left', 'assistance-other-way'];

const tinted = COLORS.flatMap((color) =>
  STATES.filter(({ name }) => NAMES.includes(name)).map((state) => tint(state, color)),
);

const visit = useTours(tinted);

let visited: ReturnType<typeof visitAll> | undefined;

/**
 * Returns the findings for all colours. The first test that runs collects them, in several windows
 * in parallel.
 */
const findings = () => (visited ??= visitAll());

function visitAll() {
  return visit({ states: tinted }, async (visitor) => {
    const faint: string[] = [];
    for (const theme of THEMES) {
      await visitor.wear(theme);
      const sentences = await visitor.page.evaluate(findFaintThings);
      faint.push(...sentences.map((sentence) => `${theme}: ${sentence}`));
    }
    return { faint };
  });
}

test.each(COLORS)(
  'a customer’s %s is adjusted until it is readable, in both themes',
  async (color) => {
    const states = tinted.filter(({ name }) => name.endsWith(color.slice(1)));
    expect(states).toHaveLength(NAMES.length);
    const { faint } = await findings();
    const ofColor = (sentence: string) => states.some(({ name }) => sentence.startsWith(name));
    expect(faint.filter(ofColor)).toEqual([]);
  },
);

test('a colour that is not adjusted is reported', async () => {
  const states = tinted.filter(({ name }) => name === 'turn-left-ffe066');
  const { faint } = await visit({ states }, async (visitor) => {
    await visitor.restyle(':root { --ink: #ffe066; }');
    return { faint: await visitor.page.evaluate(findFaintThings) };
  });
  expect(faint).not.toEqual([]);
});

/** Returns the state with the given colour as the customer's colour. */
function tint(state: GalleryState, color: string): GalleryState {
  const { open } = state.answers;
  const name = `${state.name}-${color.slice(1)}`;
  const view = (open as Extract<Answer, { view: object }>).view;
  const tintedOpen = { view: { ...view, site: { ...view.site, color } } };
  return { ...state, name, answers: { ...state.answers, open: tintedOpen } };
}
