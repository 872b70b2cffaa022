// The tables that a document may lie on: functions that return the brightness of each pixel around
// the page.
import { seeded } from '../clips/random.ts';

type LightAt = (x: number, y: number) => number;
type Table = (width: number, height: number, random: () => number) => LightAt;

/** The size of the plaid's squares, as a share of the picture's width. */
const CELL = 1 / 48;

/** Wood with its grain. */
const wood: Table = (width, height, random) => {
  const table = 76 + 50 * random();
  const grain = Float64Array.from({ length: width }, (_, x) => 6 * Math.sin(x * 0.13));
  const bend = Float64Array.from({ length: height }, (_, y) => 3 * Math.sin(y * 0.004));
  return (x, y) => table + (12 * Math.sin(x * 0.021 + (bend[y] ?? 0)) + (grain[x] ?? 0));
};

const plain =
  (least: number, most: number): Table =>
  (width, height, random) => {
    const light = least + (most - least) * random();
    return (x, y) => light + 6 * (x / width - 0.5) - 4 * (y / height - 0.5);
  };

/** Squares in two colours, with edges as straight as a card's. */
const plaid: Table = (width, _height, random) => {
  const [one, other, size] = [60 + 60 * random(), 110 + 60 * random(), CELL * width];
  return (x, y) =>
    (Math.floor(x / size) + Math.floor(y / size)) % 2 === 0
      ? one + 8 * Math.sin(x * 0.9)
      : other + 8 * Math.sin(y * 0.9);
};

/** A woven cloth with fine threads. */
const cloth: Table = (_width, _height, random) => {
  const light = 90 + 60 * random();
  return (x, y) => light + 16 * Math.sin(x * 1.1) * Math.sin(y * 1.1) + 6 * Math.sin(x * 0.05);
};

/** Boards across the whole picture, with dark gaps between them. */
const boards: Table = (_width, height, random) => {
  const [light, wide, from] = [120 + 60 * random(), height * (0.12 + 0.1 * random()), random()];
  return (_x, y) => ((y / wide + from) % 1 < 0.04 ? 40 : light + 14 * Math.sin(y * 0.05));
};

/** Overlapping sheets of paper at different angles. */
const papers: Table = (width, height, random) => {
  const sheets = Array.from({ length: 7 }, () => ({
    x: random() * width,
    y: random() * height,
    angle: (random() - 0.5) * 1.2,
    across: (0.15 + 0.3 * random()) * width,
    down: (0.15 + 0.3 * random()) * height,
    light: 60 + 130 * random(),
  }));
  return (x, y) => {
    const sheet = sheets.find(({ x: x0, y: y0, angle, across, down }) => {
      const [dx, dy] = [x - x0, y - y0];
      const u = dx * Math.cos(angle) + dy * Math.sin(angle);
      const v = dy * Math.cos(angle) - dx * Math.sin(angle);
      return Math.abs(u) < across && Math.abs(v) < down;
    });
    return sheet?.light ?? 100;
  };
};

/** Independent noise in each square of 3 x 3 px, like a carpet. */
const carpet: Table = (width, height, random) => {
  const grain = seeded(Math.floor(random() * 1e6));
  const cells = Float64Array.from(
    { length: Math.ceil(width / 3) * Math.ceil(height / 3) },
    () => 70 + 90 * grain(),
  );
  return (x, y) => cells[Math.floor(y / 3) * Math.ceil(width / 3) + Math.floor(x / 3)] ?? 100;
};

/**
 * The surfaces that a document may lie on. `white` and `pale` are not much darker than the paper of
 * a page (236).
 */
export const TABLES = {
  wood,
  dark: plain(20, 45),
  grey: plain(110, 160),
  pale: plain(185, 200),
  white: plain(212, 220),
  cloth,
  plaid,
  boards,
  papers,
  carpet,
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;
