// The advice for the person who holds the document (D-91), tested with specimens in front of the
// simulated camera.
import { expect, test } from 'vitest';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { adviceFor, adviceWhenUnreadable } from '../../../src/vision/documents/quality.ts';
import { cutStrips } from '../../../src/vision/documents/strips.ts';
import { photograph, type View } from '../../support/documents/camera.ts';
import { blankPage } from '../../support/documents/ink.ts';
import { type Scenario, SCENARIOS } from '../../support/documents/scenarios.ts';
import { patternedPage } from '../../support/documents/specimens.ts';
import { shoot, specimenNumber } from '../../support/documents/trial.ts';

function advise(picture: GreyPicture) {
  const lines = locateLines(picture);
  return adviceFor(picture, lines, lines && cutStrips(picture, lines));
}

const passport = specimenNumber('td3', 1);
const card = specimenNumber('td1', 1);
const seen = (view: Partial<View>) =>
  advise(photograph(passport.page, { ...SCENARIOS['phone 720p'], roll: 0, ...view }, 1));

test.each<[Scenario, ReturnType<typeof advise>]>([
  ['clean 1080p', undefined],
  ['phone 720p', undefined],
  ['tilt 15', undefined],
  ['light 0.15', undefined],
  ['webcam, hard', undefined],
  ['blur 2.5 px', 'hold_still'],
  ['glare on the code', 'reflection'],
])('the advice for a passport in the scenario %s is %s', (scenario, advice) => {
  expect(advise(shoot(passport, scenario, 1))).toBe(advice);
});

test('a reflection that hides the lines of a card is reported', () => {
  expect(advise(shoot(card, 'glare on the code', 1))).toBe('reflection');
});

test('a rotated page gets the advice to straighten it', () => {
  expect(seen({ roll: 15, share: 0.7 })).toBe('straighten');
});

test('a distant page gets the advice to move it closer', () => {
  expect(seen({ width: 640, height: 480, share: 0.42 })).toBe('closer');
});

test('a page without lines, or an empty picture, gets the advice to fit it into the frame', () => {
  expect(advise(photograph(patternedPage(125, 88, 3), SCENARIOS.webcam, 3))).toBe('fit');
  expect(advise(blankPage(640, 480, 128))).toBe('fit');
  expect(adviceFor(blankPage(640, 480, 128), [], [])).toBe('fit');
});

test('a picture in which nothing is visible gets the advice about light', () => {
  expect(advise(blankPage(640, 480, 20))).toBe('dark');
});

/** Returns a grey picture with a white box at these coordinates. */
function whiteIn(left: number, top: number, right: number, bottom: number): GreyPicture {
  const picture = blankPage(640, 480, 128);
  for (let y = top; y < bottom; y++) picture.data.fill(255, y * 640 + left, y * 640 + right);
  return picture;
}

test('a bright spot that hides the bars of a card is a reflection, and a white table is not', () => {
  expect(adviceWhenUnreadable(whiteIn(200, 200, 290, 270))).toBe('reflection');
  expect(adviceWhenUnreadable(whiteIn(0, 440, 640, 480))).toBe('fit');
  expect(adviceWhenUnreadable(whiteIn(200, 200, 232, 232))).toBe('fit');
});
